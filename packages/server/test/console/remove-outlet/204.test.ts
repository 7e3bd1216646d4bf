import { describe, expect, it } from 'vitest'
import { newFolderOutlet, outletsPath } from '../../harness/new-outlets.ts'
import { sharedOutletHub } from '../../harness/shared-review-hub.ts'

describe('removeOutlet 204', () => {
  it('forgets an outlet that has no release, and records who removed it', async () => {
    const { hub, operator } = await sharedOutletHub()
    const outlet = await newFolderOutlet()
    await operator.ask('POST', outletsPath, outlet)
    const isListed = () => hub.hub.outlets.list().some(({ id }) => id === outlet.id)
    await expect.poll(isListed).toBe(true)
    expect(await operator.ask('DELETE', `${outletsPath}/${outlet.id}`)).toMatchObject({ status: 204, body: '' })
    await expect.poll(isListed).toBe(false)
    expect((await operator.ask('GET', `${outletsPath}/${outlet.id}`)).status).toBe(404)
    expect(
      await hub.opened.database.system.rows(
        "select actor ->> 'name' as by from hub_audit_events where type = 'outlet.removed' and data ->> 'outlet' = $1",
        [outlet.id],
      ),
    ).toEqual([{ by: 'Mia Blue' }])
  })
})
