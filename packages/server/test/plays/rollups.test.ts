import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { foldPlays } from '../harness/plays.ts'

const tokens = { 'site-a': 'a'.repeat(32), 'site-b': 'b'.repeat(32) }
const now = Date.parse('2026-05-20T12:00:00Z')
const dayMs = 86_400_000

describe('roll-ups', () => {
  let hub: TestHub
  const trackIds: string[] = []
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokens['site-a']},site-b=${tokens['site-b']}` },
      overrides: { clock: { now: () => now } },
    })
    for (const name of ['One', 'Two']) {
      const { accountId } = await createTestAccount(hub, name)
      for (const legacy of [false, true]) {
        const release = await createLiveRelease(hub, {
          accountId,
          properties: ['site-a', 'site-b'],
          trackTitles: ['x', 'y'],
          legacy,
        })
        trackIds.push(...release.trackIds)
      }
    }
  })

  const event = fc.record(
    {
      id: fc.integer({ min: 0, max: 400 }).map(String),
      trackId: fc.nat(7).map((index) => index),
      // Few days, so that most counters are met more than once; ids repeat on purpose.
      at: fc.integer({ min: 0, max: 5 * dayMs }).map((ms) => new Date(now - ms).toISOString()),
      territory: fc.constantFrom('DE', 'FR'),
      source: fc.constantFrom('playlist', 'radio'),
      model: fc.constantFrom('free', 'paid'),
      playedMs: fc.nat(1000),
    },
    { requiredKeys: ['id', 'trackId', 'at'] },
  )
  const batch = fc.record({
    property: fc.constantFrom('site-a' as const, 'site-b' as const),
    events: fc.array(event, { maxLength: 60 }),
    foldsAfter: fc.boolean(),
  })

  it('always equal a recount of the raw plays, for any batches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
        await Promise.all(
          batches.map(async ({ property, events, foldsAfter }) => {
            const body = events.map((play) => ({ ...play, trackId: trackIds[play.trackId] }))
            const answer = await hub.json('POST', '/api/integration/plays', { bearer: tokens[property], body })
            expect(answer.body.accepted + answer.body.duplicates).toBe(events.length)
            if (foldsAfter) await foldPlays(hub)
          }),
        )
        await foldPlays(hub)
        for (const { name, rolledUp, recount } of comparisons) {
          const [found, expected] = await Promise.all([
            hub.opened.database.system.rows(rolledUp),
            hub.opened.database.system.rows(recount),
          ])
          expect({ name, rows: found }).toEqual({ name, rows: expected })
        }
      }),
      { numRuns: 25 },
    )
  })
})

const sums = 'count(*)::int as streams, count(played_ms)::int as timed, coalesce(sum(played_ms), 0)::int as played_ms'
const stored = 'streams::int, timed::int, played_ms::int'
const raw = 'plays p join play_series s on s.number = p.series'

const comparisons = [
  ['play_days', 's.account_id, p.series, p.day, p.territory, p.source, p.model'],
  ['play_track_days', 's.account_id, p.series, p.day'],
  ['play_audience_days', 's.account_id, p.day, p.territory, p.source, p.model, s.source_kind, s.outlet_id, s.legacy'],
  ['play_territory_days', 's.account_id, p.day, p.territory, s.source_kind, s.outlet_id, s.legacy'],
].map(([name = '', columns = '']) => {
  const own = columns.replaceAll(/\b[ps]\./g, '')
  return {
    name,
    rolledUp: `select ${own}, ${stored} from ${name} order by ${own}`,
    recount: `select ${columns}, ${sums} from ${raw} group by ${columns} order by ${columns}`,
  }
})
