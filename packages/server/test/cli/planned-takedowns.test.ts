import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import type { ReleaseFixture } from '../harness/releases.ts'
import { acknowledge, openStoreHub, readStore, type StoreHub, senderEnvironment } from '../harness/store-folder.ts'

/** Takedowns that the operator previews, and planned ones. */

// biome-ignore lint/suspicious/noExplicitAny: as the answers of the harness
type Answer = any

const nextYear = new Date().getUTCFullYear() + 1
const on = `${nextYear}-12-31`
const property = { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` }

describe('a takedown that is planned', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let operator: ReturnType<typeof operatorOf>
  let stores: StoreHub
  beforeAll(async () => {
    stores = await openStoreHub({ environment: { ...senderEnvironment, ...property } })
    ;({ hub, fixture } = stores)
    operator = operatorOf(hub)
  })
  const live = async (changes: object = {}): Promise<Answer> => {
    const { body } = await fixture.release({ submit: true, outlets: ['sandbox', 'site-a'], ...changes })
    return fixture.until(body.id, ({ deliverySummary }) => deliverySummary.live === 2)
  }
  const types = async (id: string): Promise<string[]> =>
    (await fixture.events(id)).body.data.map(({ type }: Answer) => type)
  const plan = (id: string, ...more: string[]) =>
    operator('releases', 'takedown', id, '--reason', 'The licence ends', '--on', on, ...more)
  /** Simulates the day: what the job would find then. */
  const letTheDayCome = async (id: string): Promise<void> => {
    const { system } = hub.opened.database
    await system.execute(`update releases set planned_takedown_at = now() - interval '1 second' where id = $1`, [id])
    await system.row(`select graphile_worker.add_job('carryOutTakedowns', '{}'::json, job_key => 'test')`)
  }

  it('shows in advance how each outlet is notified, and what ends where', async () => {
    const { id: store, folder } = await stores.addStore({ takedownStyle: 'end_date' })
    const territories = { mode: 'exclude', codes: ['JP', 'KP'] }
    const deals = [
      { territories: { mode: 'include', codes: ['DE', 'AT'] }, models: ['paid'], uses: ['download'] },
      { territories, models: ['subscription'], uses: ['stream'] },
    ].map((deal) => ({ ...deal, startsAt: '2026-05-01' }))
    const changes = { deals, territories }
    const { id } = await stores.submit(store, { ...changes, outlets: [store, 'site-a'] })
    const { messageId } = await stores.nthMessage(folder, 1)
    await acknowledge(folder, messageId, 'FileOK')
    const before = await fixture.until(id, ({ deliverySummary }) => deliverySummary.live === 2)

    const { code, out } = await operator('releases', 'takedown', id, '--preview')
    expect(code).toBe(0)
    expect([...out].sort()).toEqual(
      [
        `${store}  Example Store: live, revision 1`,
        '  method: message with deals that ended two days ago',
        '  ends: in AT, DE: download by paid',
        '  ends: everywhere except JP, KP: stream by subscription',
        'site-a  site-a: live, revision 1',
        '  method: removed from the feed of the outlet',
        '  ends: everywhere except JP, KP',
      ].sort(),
    )
    const json = await operator('releases', 'takedown', id, '--preview', '--json', '--outlet', store)
    expect(JSON.parse(json.out.join('\n'))).toMatchObject({
      outlets: [{ outlet: { id: store }, effect: 'told', notice: { way: 'end_date' } }],
      planned: null,
    })
    const { body: after } = await fixture.get(id)
    expect([after.updatedAt, after.status]).toEqual([before.updatedAt, 'live'])
    expect(await readStore(folder)).toHaveLength(1)
  })

  it('shows outlets that have nothing, and where it is already down', async () => {
    const { id: store } = await stores.addStore()
    await hub.hub.outlets.pause(store, true)
    await eventually(() => hub.hub.outlets.list().some(({ id, isPaused }) => id === store && isPaused) || undefined, {
      what: 'the pause',
    })
    const { id } = await live({ outlets: undefined })
    await operator('releases', 'takedown', id, '--reason', 'Claim', '--outlet', 'site-a')
    await fixture.until(id, ({ deliveries }) => deliveries.some(({ status }: Answer) => status === 'taken_down'))
    const { out } = await operator('releases', 'takedown', id, '--preview', '--outlet', store, '--outlet', 'site-a')
    expect([...out].sort()).toEqual([
      'site-a  site-a: taken_down, nothing changes',
      `${store}  Example Store: queued, never sent there, so no message is needed`,
    ])
  })

  it('is announced to the account immediately, and carried out on the day', async () => {
    const { id } = await live()
    expect(await plan(id)).toEqual({
      code: 0,
      out: [],
      err: [`Planned for ${on}T00:00:00.000Z. To cancel it: releases takedown ${id} --cancel`],
    })
    const { body: events } = await fixture.events(id)
    expect(events.data[0]).toMatchObject({
      type: 'release.takedown_planned',
      reason: 'The licence ends',
      actor: { type: 'operator' },
      data: { on },
    })
    expect((await fixture.get(id)).body.status).toBe('live')
    expect((await operator('releases', 'takedown', id, '--preview')).out.at(-1)).toBe(
      `Planned for ${on} by operator, at all outlets: The licence ends`,
    )
    await letTheDayCome(id)
    await fixture.until(id, ({ status }) => status === 'taken_down')
    const requested = (await fixture.events(id)).body.data.find(
      ({ type }: Answer) => type === 'release.takedown_requested',
    )
    expect(requested).toMatchObject({ reason: 'The licence ends', actor: { type: 'operator', name: 'operator' } })
    // As any takedown by the operator: the account cannot undo it.
    expect(await fixture.act(id, 'submit')).toMatchObject({ body: { review: { decision: 'waiting' } } })
    expect((await operator('releases', 'takedown', id, '--cancel')).code).toBe(1)
  })

  it('begins with the day of the release, at the outlets that were named', async () => {
    const { id } = await live({ timeZone: 'Asia/Tokyo' })
    const { err } = await plan(id, '--outlet', 'site-a')
    expect(err[0]).toContain(`Planned for ${nextYear}-12-30T15:00:00.000Z.`)
    await letTheDayCome(id)
    const after = await fixture.until(id, ({ deliveries }) =>
      deliveries.some(({ status }: Answer) => status === 'taken_down'),
    )
    expect(after.deliveries.map(({ outlet, status }: Answer) => [outlet.id, status]).sort()).toEqual([
      ['sandbox', 'live'],
      ['site-a', 'taken_down'],
    ])
  })

  it('can be called off, and is replaced by a newer one', async () => {
    const { id } = await live()
    await plan(id)
    await plan(id, '--outlet', 'sandbox')
    expect((await operator('releases', 'takedown', id, '--plan')).err).toEqual([
      "Unknown option '--plan'",
      'Did you mean --preview? `npm run hub -- releases takedown --help` shows what it takes.',
    ])
    expect((await operator('releases', 'takedown', id, '--preview')).out.at(-1)).toContain(
      'at sandbox: The licence ends',
    )
    expect(await operator('releases', 'takedown', id, '--cancel')).toEqual({ code: 0, out: [], err: [] })
    expect((await types(id)).slice(0, 3)).toEqual([
      'release.takedown_cancelled',
      'release.takedown_planned',
      'release.takedown_planned',
    ])
    expect(await operator('releases', 'takedown', id, '--cancel')).toEqual({
      code: 1,
      out: [],
      err: ['No takedown of this release is planned.'],
    })
    expect((await fixture.get(id)).body.status).toBe('live')
  })

  it('reports if nothing is left on the day', async () => {
    const { id } = await live()
    await plan(id)
    await fixture.act(id, 'takedown', { reason: 'Mine' })
    await fixture.until(id, ({ status }) => status === 'taken_down')
    await letTheDayCome(id)
    await expect.poll(async () => (await types(id))[0]).toBe('release.takedown_cancelled')
    expect((await operator('releases', 'takedown', id, '--preview', '--json')).out.join('')).toContain(
      '"planned": null',
    )
  })

  it.each<[string, string[], number, RegExp]>([
    ['a day that has begun', ['--on', '2026-01-01'], 1, /is not a future date/],
    ['no day', ['--on', '2026-02-30'], 2, /--on must be a date/],
    ['an outlet that never had it', ['--on', on, '--outlet', 'nowhere'], 1, /./],
  ])('refuses %s', async (_, more, code, message) => {
    const { id } = await live()
    const result = await operator('releases', 'takedown', id, '--reason', 'x', ...more)
    expect([result.code, result.err.join('\n')]).toEqual([code, expect.stringMatching(message)])
    expect((await types(id))[0]).not.toBe('release.takedown_planned')
  })
})
