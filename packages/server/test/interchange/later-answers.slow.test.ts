import { beforeAll, describe, expect, it } from 'vitest'
import { releasesPath } from '../harness/releases.ts'
import { acknowledge, openStoreHub, readLaterAnswers, type StoreHub } from '../harness/store-folder.ts'

/** Later answers of a store: the job that reads them is started here instead of every five minutes. */

describe('a store that corrects its answer', () => {
  let store: StoreHub
  beforeAll(async () => {
    store = await openStoreHub()
  })
  const look = () => readLaterAnswers(store.hub)
  const messagesOf = async (id: string) =>
    (await store.hub.json('GET', `${releasesPath}/${id}/messages`, { key: store.fixture.key })).body.data
  const eventsOf = async (id: string) => (await store.fixture.events(id)).body.data
  /** Live at one store; returns its folder. */
  async function goLive(more: Parameters<StoreHub['addStore']>[0] = {}) {
    const { id: outlet, folder } = await store.addStore(more)
    const { id } = await store.submit(outlet)
    const { messageId } = await store.nthMessage(folder, 1)
    await acknowledge(folder, messageId, 'FileOK')
    await store.fixture.until(id, ({ status }) => status !== 'delivering')
    return { id: id as string, outlet, folder, messageId }
  }

  it('fails the release, with the reason of the store, when no other outlet has it', async () => {
    const { id, outlet, folder, messageId } = await goLive()
    const other = await goLive()
    await acknowledge(folder, messageId, 'ResourceCorrupt', 'Track 1 is broken.')
    await look()
    const failed = await store.fixture.until(id, ({ status }) => status === 'delivery_failed')
    const reason = { code: 'resource_corrupt', message: 'Track 1 is broken.' }
    expect(failed).toMatchObject({
      deliverySummary: { live: 0, failed: 1 },
      deliveries: [{ status: 'refused', reason, liveAt: null, tracks: [{ status: 'refused' }] }],
    })
    const [last, refused] = await eventsOf(id)
    expect(last).toMatchObject({ type: 'release.delivery_failed', from: 'live', actor: { type: 'system' } })
    expect(refused).toMatchObject({
      type: 'delivery.refused',
      reason: 'Track 1 is broken.',
      actor: { type: 'system' },
      data: { outletId: outlet, code: 'resource_corrupt', messageId, messageSha256: expect.any(String) },
    })
    expect(await messagesOf(id)).toMatchObject([
      { status: 'refused', acknowledgement: { status: 'ResourceCorrupt', message: 'Track 1 is broken.' } },
    ])
    expect((await store.fixture.get(other.id)).body.status).toBe('live')

    // An earlier answer is not reported again, and a person can retry.
    const count = (await eventsOf(id)).length
    await look()
    await store.fixture.act(id, `deliveries/${failed.deliveries[0].id}/retry`)
    await acknowledge(folder, (await store.nthMessage(folder, 2)).messageId, 'FileOK')
    await store.fixture.until(id, ({ status }) => status === 'live')
    expect((await eventsOf(id)).slice(0, -count).map(({ type }: { type: string }) => type)).not.toContain(
      'delivery.refused',
    )
  })

  it('lets the release go live when it finally accepts what it refused', async () => {
    const { id: outlet, folder } = await store.addStore()
    const { id } = await store.submit(outlet)
    const { messageId } = await store.nthMessage(folder, 1)
    await acknowledge(folder, messageId, 'ArtistRoleUnknown', 'Who gave you this code?')
    await store.fixture.until(id, ({ status }) => status === 'delivery_failed')
    await acknowledge(folder, messageId, 'FileOK')
    await look()
    const live = await store.fixture.until(id, ({ status }) => status === 'live')
    expect(live).toMatchObject({
      deliverySummary: { live: 1, failed: 0 },
      deliveries: [{ status: 'live', reason: null, liveAt: expect.any(String), tracks: [{ status: 'live' }] }],
    })
    const [last, went, taken] = await eventsOf(id)
    expect(last).toMatchObject({ type: 'release.live', from: 'delivery_failed', actor: { type: 'system' } })
    expect([went, taken]).toMatchObject([
      { type: 'delivery.live' },
      { type: 'delivery.acknowledged', data: { outletId: outlet, messageId } },
    ])
    expect(await messagesOf(id)).toMatchObject([{ status: 'accepted', acknowledgement: { status: 'FileOK' } }])
    // It was sent once, and the earlier answer is not reported again.
    const count = (await eventsOf(id)).length
    await look()
    expect([(await eventsOf(id)).length, (await messagesOf(id)).length]).toEqual([count, 1])
  })

  it.each([
    ['and took it too late', 'FileOK', 'FileOK'],
    ['and knows nothing to take down', undefined, 'ReleaseUnknown'],
  ])('is told of a takedown after it refused the only offer, %s', async (_, late, answer) => {
    const { id: outlet, folder } = await store.addStore()
    const { id } = await store.submit(outlet)
    const { messageId } = await store.nthMessage(folder, 1)
    await acknowledge(folder, messageId, 'ArtistRoleUnknown')
    await store.fixture.until(id, ({ status }) => status === 'delivery_failed')
    await store.fixture.act(id, 'takedown', { reason: 'Rights have ended.' })
    await store.fixture.until(id, ({ status }) => status === 'takedown_pending')
    if (late) await acknowledge(folder, messageId, late)
    await look()
    await acknowledge(folder, (await store.nthMessage(folder, 2)).messageId, answer)
    await store.fixture.until(id, ({ status }) => status === 'taken_down')
    expect(await messagesOf(id)).toMatchObject([{ purpose: 'takedown' }, { purpose: 'offer' }])
  })

  it('leaves the release as it was before an update', async () => {
    const { id, folder } = await goLive()
    await store.fixture.patch(id, { label: 'Red Lamp' })
    await store.fixture.act(id, 'submit')
    const { messageId } = await store.nthMessage(folder, 2)
    await acknowledge(folder, messageId, 'FileOK')
    await store.fixture.until(id, ({ deliveries: [delivery] }) => delivery.status === 'live' && delivery.revision === 2)
    await acknowledge(folder, messageId, 'MetadataMissing', 'Who is that label?')
    await look()
    await store.reach(id, 'refused')
    expect((await store.fixture.get(id)).body).toMatchObject({
      status: 'live',
      deliverySummary: { failed: 1 },
      deliveries: [{ liveAt: expect.any(String), reason: { code: 'metadata_missing' } }],
    })
    const rows = await store.hub.opened.database.system.rows(
      'select live_revision from deliveries where release_id = $1',
      [id],
    )
    expect(rows).toEqual([{ live_revision: 1 }])
  })

  it('gets a failed takedown again', async () => {
    const { id, folder } = await goLive()
    await store.fixture.act(id, 'takedown', { reason: 'Rights have ended.' })
    const { messageId } = await store.nthMessage(folder, 2)
    await acknowledge(folder, messageId, 'FileOK')
    await store.fixture.until(id, ({ status }) => status === 'taken_down')
    await acknowledge(folder, messageId, 'InternalError', 'We could not.')
    await look()
    await store.fixture.until(id, ({ status }) => status === 'takedown_pending')
    const events = await eventsOf(id)
    expect(events.find(({ type }: { type: string }) => type === 'release.takedown_requested')).toMatchObject({
      from: 'taken_down',
      to: 'takedown_pending',
      reason: 'We could not.',
      actor: { type: 'system' },
    })
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'delivery.takedown_failed',
        reason: 'We could not.',
        data: expect.objectContaining({ messageId, code: 'internal_error' }),
      }),
    )
    await acknowledge(folder, (await store.nthMessage(folder, 3)).messageId, 'FileOK')
    await store.fixture.until(id, ({ status }) => status === 'taken_down')
    expect((await messagesOf(id)).map(({ status }: { status: string }) => status)).toEqual([
      'accepted',
      'refused',
      'accepted',
    ])
  })

  it('reports later that people can hear it', async () => {
    const { id, folder, messageId } = await goLive({ liveOn: 'manual' })
    expect((await store.fixture.get(id)).body.status).toBe('scheduled')
    await acknowledge(folder, messageId, 'ReleaseMadeAvailableToConsumers')
    await look()
    await store.fixture.until(id, ({ status }) => status === 'live')
  })

  it('is not believed of what another store was sent, and not read while it is paused', async () => {
    const victim = await goLive()
    const { id, outlet, folder, messageId } = await goLive()
    await acknowledge(folder, victim.messageId, 'ResourceCorrupt')
    await acknowledge(folder, messageId, 'ResourceCorrupt')
    await store.hub.hub.outlets.pause(outlet, true)
    expect(await store.hub.hub.outlets.listServedSince(0)).not.toContain(outlet)
    expect(await store.hub.hub.outlets.listServedSince(Date.now() + 3_600_000)).toEqual([])
    await store.hub.hub.outlets.pause(outlet, false)
    await look()
    await store.fixture.until(id, ({ status }) => status === 'delivery_failed')
    expect((await store.fixture.get(victim.id)).body.status).toBe('live')
    expect(await messagesOf(victim.id)).toMatchObject([{ status: 'accepted' }])
  })

  it('is not believed with a file from before the one that was read', async () => {
    const { id, folder, messageId } = await goLive()
    // The state of a process that could not read the newer one.
    await store.hub.opened.database.system.execute(
      `update store_messages set answer = answer || '{"file": "ACK_z.xml"}' where id = $1`,
      [messageId],
    )
    const other = await goLive()
    await acknowledge(folder, messageId, 'ResourceCorrupt')
    await acknowledge(other.folder, other.messageId, 'ResourceCorrupt')
    await look()
    await store.fixture.until(other.id, ({ status }) => status === 'delivery_failed')
    expect((await store.fixture.get(id)).body.status).toBe('live')
  })
})
