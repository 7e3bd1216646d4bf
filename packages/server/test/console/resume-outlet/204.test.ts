import { describe, expect, it } from 'vitest'
import { setUpOperator } from '../../harness/people.ts'
import { openStoreHub } from '../../harness/store-folder.ts'

describe('resumeOutlet 204', () => {
  it('ends a pause with its reason, and records who did it', async () => {
    const store = await openStoreHub()
    const operator = await setUpOperator(store.hub)
    const { id } = await store.addStore()
    await store.hub.hub.outlets.pause(id, true, 'The host key differs.')
    expect(await operator.ask('POST', `/console/api/operator/outlets/${id}/resume`)).toMatchObject({
      status: 204,
      body: '',
    })
    expect(await store.hub.hub.outlets.listAdded()).toMatchObject([{ id, isPaused: false, pausedReason: null }])
    expect(
      await store.hub.opened.database.system.rows(
        "select actor, data from hub_audit_events where type = 'outlet.resumed'",
      ),
    ).toEqual([{ actor: { type: 'user', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' }, data: { outlet: id } }])
  })
})
