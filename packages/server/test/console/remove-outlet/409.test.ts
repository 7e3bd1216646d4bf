import { beforeAll, describe, expect, it } from 'vitest'
import { newFolderOutlet, outletsPath } from '../../harness/new-outlets.ts'
import { type ReviewHub, sharedOutletHub } from '../../harness/shared-review-hub.ts'

describe('removeOutlet 409', () => {
  let shared: ReviewHub
  beforeAll(async () => {
    shared = await sharedOutletHub()
  })
  /** An outlet, and a release that is approved for it. */
  const addWithRelease = async () => {
    const { hub, operator, submit, decide } = shared
    const outlet = await newFolderOutlet()
    await operator.ask('POST', outletsPath, outlet)
    await expect.poll(() => hub.hub.outlets.list().some(({ id }) => id === outlet.id)).toBe(true)
    const { id } = await submit({ outlets: [outlet.id] })
    await decide(id, 'approve', { revision: 1 })
    return { outletId: outlet.id, releaseId: id as string }
  }
  const remove = (id: string) => shared.operator.ask('DELETE', `${outletsPath}/${id}`)

  it('refuses while a release is on the way there, and keeps the outlet', async () => {
    const { outletId } = await addWithRelease()
    expect(await remove(outletId)).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail:
          'One release is at this store, or on the way to it. Take them down there first, and wait until the store confirms it.',
      },
    })
    expect((await shared.operator.ask('GET', `${outletsPath}/${outletId}`)).status).toBe(200)
  })

  it('removes it once the release is taken down', async () => {
    const { outletId, releaseId } = await addWithRelease()
    await shared.fixture.act(releaseId, 'takedown', { reason: 'Rights ended' })
    expect((await remove(outletId)).status).toBe(204)
  })
})
