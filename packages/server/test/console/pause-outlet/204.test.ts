import { describe, expect, it } from 'vitest'
import { setUpOperator } from '../../harness/people.ts'
import { openStoreHub } from '../../harness/store-folder.ts'

describe('pauseOutlet 204', () => {
  it('holds deliveries, and records who did it', async () => {
    const store = await openStoreHub()
    const operator = await setUpOperator(store.hub)
    const { id } = await store.addStore()
    expect(await operator.ask('POST', `/console/api/operator/outlets/${id}/pause`)).toMatchObject({
      status: 204,
      body: '',
    })
    await expect.poll(() => store.hub.hub.outlets.list().find((outlet) => outlet.id === id)?.isPaused).toBe(true)
    const release = await store.submit(id)
    await store.fixture.until(release.id, ({ deliveries }) => deliveries[0]?.status === 'queued')
    expect(
      await store.hub.opened.database.system.rows(
        "select actor, data from hub_audit_events where type = 'outlet.paused'",
      ),
    ).toEqual([{ actor: { type: 'user', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' }, data: { outlet: id } }])
  })
})
