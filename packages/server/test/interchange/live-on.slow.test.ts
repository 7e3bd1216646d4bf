import { beforeAll, describe, expect, it } from 'vitest'
import { operatorOf } from '../harness/operator.ts'
import type { ReleaseFixture } from '../harness/releases.ts'
import { acknowledge, openStoreHub, type StoreHub } from '../harness/store-folder.ts'

/** What makes a release live at a store, besides the store having it. */

describe('a store whose acknowledgement is not the last word', () => {
  let fixture: ReleaseFixture
  let stores: StoreHub
  let operator: ReturnType<typeof operatorOf>
  beforeAll(async () => {
    stores = await openStoreHub()
    fixture = stores.fixture
    operator = operatorOf(stores.hub)
  })
  const taken = async (liveOn: 'manual' | 'never', word = 'FileOK') => {
    const { id, folder } = await stores.addStore({ liveOn })
    const release = await stores.submit(id)
    await acknowledge(folder, (await stores.nthMessage(folder, 1)).messageId, word)
    await stores.reach(release.id, word === 'FileOK' || liveOn === 'never' ? 'ingested' : 'live')
    return { store: id, folder, id: release.id as string }
  }
  const sweep = () =>
    stores.hub.opened.database.system.row(
      `select graphile_worker.add_job('sweepDeliveries', '{}'::json, job_key => 'test')`,
    )
  const status = async (id: string) => (await fixture.get(id)).body.deliveries[0].status

  it('is live when a person confirms it, and is taken down like any other', async () => {
    const { store, folder, id } = await taken('manual')
    await sweep()
    expect(await fixture.get(id)).toMatchObject({ body: { status: 'scheduled', deliverySummary: { scheduled: 1 } } })
    expect(await operator('releases', 'live', id, '--outlet', store)).toEqual({ code: 0, out: [], err: [] })
    expect(await fixture.get(id)).toMatchObject({
      body: {
        status: 'live',
        liveAt: expect.any(String),
        deliveries: [{ status: 'live', tracks: [{ status: 'live' }] }],
      },
    })
    const { data } = (await fixture.events(id)).body
    expect(data.find(({ type }: { type: string }) => type === 'delivery.live')).toMatchObject({
      actor: { type: 'operator' },
      data: { outletId: store, revision: 1 },
    })
    expect(await operator('releases', 'live', id, '--outlet', store)).toEqual({
      code: 1,
      out: [],
      err: ['None of these outlets has a delivery that can be marked as live.'],
    })
    // An update is live when the store has it.
    await fixture.patch(id, { label: 'Red Lamp' })
    await fixture.act(id, 'submit')
    await acknowledge(folder, (await stores.nthMessage(folder, 2)).messageId, 'FileOK')
    await fixture.until(id, ({ deliveries: [delivery] }) => delivery.status === 'live' && delivery.revision === 2)
    await fixture.act(id, 'takedown', { reason: 'Over' })
    await acknowledge(folder, (await stores.nthMessage(folder, 3)).messageId, 'FileOK')
    await stores.reach(id, 'taken_down')
  })

  it('is live when the store confirms it', async () => {
    const { id } = await taken('manual', 'ReleaseMadeAvailableToConsumers')
    expect((await fixture.get(id)).body.status).toBe('live')
  })

  it('is never reported live without a confirmation', async () => {
    const { store, id } = await taken('never', 'ReleaseMadeAvailableToConsumers')
    expect((await operator('releases', 'live', id, '--outlet', store)).code).toBe(1)
    expect(await status(id)).toBe('ingested')
  })

  it('shows which outlets a person has to confirm', async () => {
    const { id } = await taken('manual')
    expect(await operator('releases', 'live', id)).toMatchObject({
      code: 2,
      err: ['--outlet is missing', expect.anything()],
    })
    expect((await operator('releases', 'live', id, '--outlet', 'nowhere')).code).toBe(1)
  })
})
