import { beforeAll, describe, expect, it } from 'vitest'
import { type DeliveryMessage, type OutletAdapter, OutletFailure } from '../../src/features/outlets/index.ts'
import type { TestHub } from '../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'

/** An outlet that answers when the test decides, and records what it received. */
function createHeldOutlet() {
  const received: DeliveryMessage[] = []
  let barrier: Promise<void> = Promise.resolve()
  let release = () => {}
  const adapter: OutletAdapter = {
    kind: 'sandbox',
    mayReadMetadata: false,
    retry: { maxAttempts: 3, firstPauseMs: 10, maxPauseMs: 10, timeoutMs: 10_000 },
    async deliver(message) {
      received.push(message)
      await barrier
      if (message.release.label === 'unreachable') throw new OutletFailure('outlet_unreachable', 'Not now.')
      return { result: 'accepted', refusedTracks: [] }
    },
    takedown: async () => ({ result: 'down' }),
  }
  return {
    adapter,
    received,
    hold() {
      barrier = new Promise((resolve) => {
        release = resolve
      })
    },
    letGo: () => release(),
  }
}

describe('changes of what is out', () => {
  const outlet = createHeldOutlet()
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({
      role: 'all',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` },
      overrides: { outletAdapters: [outlet.adapter] },
    }))
  })
  const feed = (releaseId: string) =>
    hub.opened.database.system.rows<{ track_id: string; title: string; release: { label: string }; revision: number }>(
      `select track_id, track ->> 'title' as title, release, revision from playable_tracks
       where release_id = $1 order by position`,
      [releaseId],
    )

  it('become a pending revision, which the outlets get when it is submitted, and not before', async () => {
    const { body: draft } = await fixture.release({ submit: true }, 2)
    const live = await fixture.until(draft.id, ({ deliverySummary }) => deliverySummary.live === 2)
    const [first, second] = live.tracks
    const changed = await fixture.patch(draft.id, {
      label: 'Red Lamp',
      tracks: [
        { ...first, title: 'Renamed' },
        {
          title: 'Bonus',
          uploadId: await fixture.audio(),
          isrc: 'ZZABC2680001',
          language: 'en',
          composition: 'original',
        },
      ],
    })
    expect(changed.body).toMatchObject({ status: 'live', revision: 2, pendingRevision: 2, label: 'Red Lamp' })
    expect((await feed(draft.id)).map(({ title, release }) => [title, release.label])).toEqual([
      ['Song 1', 'Blue Lamp'],
      ['Song 2', 'Blue Lamp'],
    ])
    const submitted = await fixture.act(draft.id, 'submit')
    expect(submitted.body).toMatchObject({ status: 'live', pendingRevision: null })
    await fixture.until(draft.id, ({ deliveries }) =>
      deliveries.every(({ status, revision }: Record<string, unknown>) => status === 'live' && revision === 2),
    )
    expect((await feed(draft.id)).map(({ title, release }) => [title, release.label])).toEqual([
      ['Renamed', 'Red Lamp'],
      ['Bonus', 'Red Lamp'],
    ])
    const gone = await hub.opened.database.system.rows(
      'select is_playable from property_tracks where release_id = $1 and track_id = $2',
      [draft.id, second.id],
    )
    expect(gone).toEqual([{ is_playable: false }])
  })

  it('that are submitted while a delivery is on its way follow it', async () => {
    outlet.hold()
    const { body } = await fixture.release({ outlets: ['sandbox'], submit: true })
    await fixture.until(body.id, ({ deliveries }) => deliveries[0].status === 'sending')
    await fixture.patch(body.id, { label: 'Second thought' })
    expect(await fixture.act(body.id, 'submit')).toMatchObject({ status: 200, body: { status: 'delivering' } })
    outlet.letGo()
    const live = await fixture.until(body.id, ({ status }) => status === 'live')
    expect(live.deliveries).toMatchObject([{ revision: 2 }])
    const sent = outlet.received.filter(({ releaseId }) => releaseId === body.id)
    expect(sent.map(({ revision, release }) => [revision, release.label])).toEqual([
      [1, 'Blue Lamp'],
      [2, 'Second thought'],
    ])
  })

  it('leave what is there alone when the outlet cannot be reached', async () => {
    const { body } = await fixture.release({ submit: true })
    await fixture.until(body.id, ({ deliverySummary }) => deliverySummary.live === 2)
    await fixture.patch(body.id, { label: 'unreachable' })
    await fixture.act(body.id, 'submit')
    const after = await fixture.until(body.id, ({ deliverySummary }) => deliverySummary.failed === 1)
    expect(after).toMatchObject({ status: 'live', deliverySummary: { total: 2, live: 1, failed: 1, pending: 0 } })
    const failed = after.deliveries.find(({ status }: { status: string }) => status === 'failed')
    expect(failed).toMatchObject({ attempts: 3, liveAt: expect.any(String) })
  })

  it('are not needed to reach an outlet that was added since', async () => {
    const { body } = await fixture.release({ submit: true })
    const before = await fixture.until(body.id, ({ deliverySummary }) => deliverySummary.live === 2)
    expect(await fixture.act(body.id, 'submit')).toMatchObject({ status: 409, body: { error: 'state_conflict' } })
    // As if the property had not existed at the first submission.
    const added = before.deliveries.find(({ outlet }: { outlet: { id: string } }) => outlet.id === 'site-a')
    await hub.opened.database.system.execute('delete from deliveries where id = $1', [added.id])
    expect(await fixture.act(body.id, 'submit')).toMatchObject({ status: 200, body: { status: 'live', revision: 1 } })
    const after = await fixture.until(body.id, ({ deliverySummary }) => deliverySummary.live === 2)
    expect(after.deliveries.find(({ outlet }: { outlet: { id: string } }) => outlet.id === 'sandbox')).toEqual(
      before.deliveries.find(({ outlet }: { outlet: { id: string } }) => outlet.id === 'sandbox'),
    )
  })

  it('take a release down at an outlet that is no longer named', async () => {
    const { body } = await fixture.release({ submit: true })
    await fixture.until(body.id, ({ deliverySummary }) => deliverySummary.live === 2)
    await fixture.patch(body.id, { outlets: ['sandbox'] })
    await fixture.act(body.id, 'submit')
    const after = await fixture.until(body.id, ({ deliverySummary }) => deliverySummary.pending === 0)
    expect(
      Object.fromEntries(
        after.deliveries.map((delivery: { outlet: { id: string }; status: string }) => [
          delivery.outlet.id,
          delivery.status,
        ]),
      ),
    ).toEqual({ sandbox: 'live', 'site-a': 'taken_down' })
    expect(await feed(body.id)).toEqual([])
  })

  it('a takedown overtakes a delivery, whose answer is then ignored', async () => {
    outlet.hold()
    const { body } = await fixture.release({ outlets: ['sandbox'], submit: true })
    await fixture.until(body.id, ({ deliveries }) => deliveries[0].status === 'sending')
    await fixture.act(body.id, 'takedown', { reason: 'Stop' })
    outlet.letGo()
    const down = await fixture.until(body.id, ({ status }) => status === 'taken_down')
    expect(down).toMatchObject({ liveAt: null, deliveries: [{ status: 'taken_down' }] })
  })
})
