import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'

interface Outletted {
  readonly outlet: { readonly id: string }
  readonly status: string
}

describe('takedownRelease 202', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({
      role: 'all',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` },
    }))
  })
  const live = async () => {
    const { body } = await fixture.release({ submit: true }, 2)
    return fixture.until(body.id, ({ deliverySummary }) => deliverySummary.live === 2)
  }
  const statuses = (release: { deliveries: Outletted[] }) =>
    Object.fromEntries(release.deliveries.map(({ outlet, status }) => [outlet.id, status]))
  const playable = (releaseId: string) =>
    hub.opened.database.system.rows('select track_id from playable_tracks where release_id = $1', [releaseId])

  it('takes a release down everywhere, and each outlet confirms', async () => {
    const { id } = await live()
    expect(await playable(id)).toHaveLength(2)
    const answer = await fixture.act(id, 'takedown', { reason: 'Sample not cleared' })
    expect(answer).toMatchObject({ status: 202, body: { status: 'takedown_pending' } })
    const down = await fixture.until(id, ({ status }) => status === 'taken_down')
    expect(statuses(down)).toEqual({ sandbox: 'taken_down', 'site-a': 'taken_down' })
    expect(await playable(id)).toEqual([])
    const { body: events } = await fixture.events(id)
    expect(events.data).toContainEqual(
      expect.objectContaining({
        type: 'release.takedown_requested',
        reason: 'Sample not cleared',
        to: 'takedown_pending',
      }),
    )
  })

  it('takes a release down at one outlet while the other keeps it, then at the last one', async () => {
    const { id } = await live()
    const answer = await fixture.act(id, 'takedown', { outlets: ['site-a'], reason: 'Territory sold' })
    expect(answer).toMatchObject({ status: 202, body: { status: 'live' } })
    const partly = await fixture.until(id, (release) => statuses(release)['site-a'] === 'taken_down')
    expect(partly).toMatchObject({ status: 'live', deliverySummary: { total: 2, live: 1 } })
    expect(await playable(id)).toEqual([])
    await fixture.act(id, 'takedown', { outlets: ['sandbox'], reason: 'All of it' })
    await fixture.until(id, ({ status }) => status === 'taken_down')
  })

  it('brings it back with the same identifiers when it is submitted again', async () => {
    const before = await live()
    await fixture.act(before.id, 'takedown', { reason: 'By mistake' })
    await fixture.until(before.id, ({ status }) => status === 'taken_down')
    expect(await fixture.act(before.id, 'submit')).toMatchObject({ status: 200, body: { status: 'delivering' } })
    const after = await fixture.until(before.id, ({ deliverySummary }) => deliverySummary.live === 2)
    expect(after).toMatchObject({ status: 'live', upc: before.upc, tracks: before.tracks })
    expect(await playable(before.id)).toHaveLength(2)
  })
})
