import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openShelf, type Shelf } from '../../harness/releases.ts'

interface Outletted {
  readonly outlet: { readonly id: string }
  readonly status: string
}

describe('takedownRelease', () => {
  let hub: TestHub
  let shelf: Shelf
  beforeAll(async () => {
    ;({ hub, shelf } = await openShelf({
      role: 'all',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` },
    }))
  })
  const live = async () => {
    const { body } = await shelf.release({ submit: true }, 2)
    return shelf.until(body.id, ({ deliverySummary }) => deliverySummary.live === 2)
  }
  const statuses = (release: { deliveries: Outletted[] }) =>
    Object.fromEntries(release.deliveries.map(({ outlet, status }) => [outlet.id, status]))
  const playable = (releaseId: string) =>
    hub.opened.database.system.rows('select track_id from playable_tracks where release_id = $1', [releaseId])

  it('202: everywhere, and each outlet confirms', async () => {
    const { id } = await live()
    expect(await playable(id)).toHaveLength(2)
    const answer = await shelf.act(id, 'takedown', { reason: 'Sample not cleared' })
    expect(answer).toMatchObject({ status: 202, body: { status: 'takedown_pending' } })
    const down = await shelf.until(id, ({ status }) => status === 'taken_down')
    expect(statuses(down)).toEqual({ sandbox: 'taken_down', 'site-a': 'taken_down' })
    expect(await playable(id)).toEqual([])
    const { body: events } = await shelf.events(id)
    expect(events.data).toContainEqual(
      expect.objectContaining({
        type: 'release.takedown_requested',
        reason: 'Sample not cleared',
        to: 'takedown_pending',
      }),
    )
  })

  it('202: at one outlet, while the other keeps it; then at the last one', async () => {
    const { id } = await live()
    const answer = await shelf.act(id, 'takedown', { outlets: ['site-a'], reason: 'Territory sold' })
    expect(answer).toMatchObject({ status: 202, body: { status: 'live' } })
    const partly = await shelf.until(id, (release) => statuses(release)['site-a'] === 'taken_down')
    expect(partly).toMatchObject({ status: 'live', deliverySummary: { total: 2, live: 1 } })
    expect(await playable(id)).toEqual([])
    expect(await shelf.act(id, 'takedown', { outlets: ['site-a'], reason: 'Again' })).toMatchObject({ status: 409 })
    await shelf.act(id, 'takedown', { outlets: ['sandbox'], reason: 'All of it' })
    await shelf.until(id, ({ status }) => status === 'taken_down')
  })

  it('202: brings it back with the same identifiers when it is submitted again', async () => {
    const before = await live()
    await shelf.act(before.id, 'takedown', { reason: 'By mistake' })
    await shelf.until(before.id, ({ status }) => status === 'taken_down')
    expect(await shelf.act(before.id, 'submit')).toMatchObject({ status: 200, body: { status: 'delivering' } })
    const after = await shelf.until(before.id, ({ deliverySummary }) => deliverySummary.live === 2)
    expect(after).toMatchObject({ status: 'live', upc: before.upc, tracks: before.tracks })
    expect(await playable(before.id)).toHaveLength(2)
  })

  it('409: a draft is nowhere', async () => {
    const { body } = await shelf.release()
    expect(await shelf.act(body.id, 'takedown', { reason: 'No' })).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', state: 'draft' },
    })
  })

  it('422: needs a reason, and outlets the release went to', async () => {
    const { id } = await live()
    expect(await shelf.act(id, 'takedown', {})).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/reason', code: 'required' }] },
    })
    expect(await shelf.act(id, 'takedown', { reason: 'No', outlets: ['sandbox', 'nowhere'] })).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', errors: [{ pointer: '/outlets/1', code: 'outlet_unknown' }] },
    })
  })
})
