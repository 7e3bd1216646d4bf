import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { monthJob } from '../../src/features/plays/rollups/month-job.ts'
import { addDays } from '../../src/platform/values/calendar.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { foldPlays } from '../harness/plays.ts'

const today = '2026-05-20'
const firstDay = '2025-01-20'
const names = ['release', 'track', 'outlet', 'property', 'territory', 'source', 'model'] as const
type Name = (typeof names)[number]
const columns: Readonly<Record<Name, string>> = {
  release: 's.release_id',
  track: 's.track_id',
  outlet: 's.outlet_id',
  property: 's.outlet_id',
  territory: 'd.territory',
  source: 'd.source',
  model: 'd.model',
}

interface Question {
  readonly from: string
  readonly to: string
  readonly granularity: 'day' | 'week' | 'month' | 'total'
  readonly groupBy: readonly Name[]
  readonly filter: Name | undefined
  readonly limit: number
}

/** Up to today, so that May 2026 ends only when a test decides. */
const day = fc.integer({ min: 0, max: 485 }).map((days) => addDays(firstDay, days))
const question: fc.Arbitrary<Question> = fc
  .record({
    from: day,
    to: day,
    granularity: fc.constantFrom('day', 'week', 'month', 'total'),
    groupBy: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
    filter: fc.option(fc.constantFrom('release', 'track', 'territory', 'source'), { nil: undefined }),
    limit: fc.constantFrom(13, 1000),
  })
  .map((made) => {
    const [from, to] = made.from < made.to ? [made.from, made.to] : [made.to, made.from]
    const [earlier = to] = [to, addDays(from, 399)].sort()
    return { ...made, from, to: earlier }
  })

/** Plays of one day, or the months that are over by another one. */
const step = fc.oneof(
  fc.record({ plays: fc.array(fc.record({ day, seed: fc.nat(10_000) }), { minLength: 1, maxLength: 40 }) }),
  fc.record({ addUpOn: day }),
)

describe('months of plays', () => {
  let hub: TestHub
  let key: string
  let series: readonly { readonly number: number; readonly release: string; readonly track: string }[]
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)},site-b=${'b'.repeat(32)}` },
      overrides: { clock: { now: () => Date.parse(today) } },
    })
    const account = await createTestAccount(hub)
    key = await account.key(['analytics:read'])
    for (const legacy of [false, true])
      await createLiveRelease(hub, {
        accountId: account.accountId,
        properties: ['site-a', 'site-b'],
        trackTitles: ['x', 'y'],
        legacy,
      })
    series = await system().rows(`select number, release_id as release, track_id as track from play_series order by 1`)
  })
  const system = () => hub.opened.database.system

  async function play(plays: readonly { readonly day: string; readonly seed: number }[]): Promise<void> {
    const rows = plays.map(({ day: at, seed }) => ({
      series: series[seed % series.length]?.number,
      day: at,
      territory: ['', 'DE', 'FR'][seed % 3],
      source: ['radio', 'search'][seed % 2],
      model: ['', 'free'][(seed >> 2) % 2],
      streams: 1 + (seed % 5),
      timed: seed % 2,
      played_ms: (seed % 2) * seed,
    }))
    await system().execute(
      `insert into play_deltas (lane, series, day, territory, source, model, streams, timed, played_ms)
       select play_lane(s.account_id), c.*
       from json_to_recordset($1) as c(series int, day date, territory text, source text, model text,
                                       streams int, timed int, played_ms bigint)
       join play_series s on s.number = c.series`,
      [JSON.stringify(rows)],
    )
    await foldPlays(hub)
  }

  const addUp = (on: string): Promise<void> =>
    monthJob({ database: hub.opened.database, clock: { now: () => Date.parse(on) } }).handle({})

  const valueIn = (filter: Name | undefined): string | undefined =>
    filter === 'release' || filter === 'track'
      ? series[1]?.[filter]
      : filter && { territory: 'DE', source: 'radio' }[filter as 'source']

  /** The answer by plain SQL over the cells of days. */
  async function expected({ from, to, granularity, groupBy, filter }: Question) {
    const period = granularity === 'total' ? 'null' : `date_trunc('${granularity}', d.day::timestamp)::date::text`
    const [first = "''", second = "''"] = groupBy.map((name) => columns[name])
    const rows = await system().rows<{
      period: string | null
      first: string
      second: string
      streams: number
      timed: number
      playedMs: number
    }>(
      `select ${period} as period, ${first} as first, ${second} as second, sum(streams)::int as streams,
              sum(timed)::int as timed, sum(played_ms)::int as "playedMs"
       from play_days d join play_series s on s.number = d.series
       where d.day between $1 and $2 and ($3::text is null or ${filter ? columns[filter] : "''"} = $3)
       group by 1, 2, 3`,
      [from, to, valueIn(filter) ?? null],
    )
    const orderOf = (row: (typeof rows)[number]): string =>
      [granularity === 'total' ? String(1e9 - row.streams) : row.period, row.first, row.second].join('\n')
    rows.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    return {
      totals: rows.reduce(
        (sum, { streams, playedMs }) => ({ streams: sum.streams + streams, playedMs: sum.playedMs + playedMs }),
        { streams: 0, playedMs: 0 },
      ),
      data: rows.map((row) => ({
        date: row.period,
        group: Object.fromEntries(groupBy.map((name, index) => [name, (index === 0 ? row.first : row.second) || null])),
        metrics: { streams: row.streams, ...(row.timed > 0 ? { playedMs: row.playedMs } : {}) },
      })),
    }
  }

  async function ask({ from, to, granularity, groupBy, filter, limit }: Question) {
    const asked = `from=${from}&to=${to}&granularity=${granularity}&metrics=streams,playedMs&limit=${limit}`
    const narrowed = filter
      ? `&${{ release: 'releaseId', track: 'trackId' }[filter as 'track'] ?? filter}=${valueIn(filter)}`
      : ''
    const grouped = groupBy.length > 0 ? `&groupBy=${groupBy.join(',')}` : ''
    const data: unknown[] = []
    let totals: unknown
    let count: unknown
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body } = await hub.json(
        'GET',
        `/api/v1/distributor/analytics?${asked}${narrowed}${grouped}&count=true${cursor && `&cursor=${cursor}`}`,
        { key },
      )
      expect([status, body.code]).toEqual([200, undefined])
      data.push(...body.data)
      totals = body.totals
      count = body.page.total
      cursor = body.page.nextCursor
    }
    expect(count).toBe(data.length)
    return { totals, data }
  }

  it('never change an answer, whenever they are added up and whatever is reported later', async () => {
    await play([{ day: firstDay, seed: 1 }])
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 4 }),
        fc.array(question, { minLength: 4, maxLength: 8 }),
        async (steps, questions) => {
          for (const made of steps) await ('plays' in made ? play(made.plays) : addUp(made.addUpOn))
          for (const asked of questions)
            expect({ asked, ...(await ask(asked)) }).toEqual({ asked, ...(await expected(asked)) })
        },
      ),
      { numRuns: 25 },
    )
  })

  it.each([
    ['play_days', 'play_months', 'account_id, series, territory, source, model'],
    ['play_track_days', 'play_track_months', 'account_id, series'],
    [
      'play_audience_days',
      'play_audience_months',
      'account_id, territory, source, model, source_kind, outlet_id, legacy',
    ],
    ['play_territory_days', 'play_territory_months', 'account_id, territory, source_kind, outlet_id, legacy'],
  ])('are the sums of %s up to the last month that is over', async (days, months, own) => {
    const all = Array.from({ length: 120 }, (_, index) => ({ day: addDays(firstDay, index * 4), seed: index * 37 }))
    await play(all)
    await addUp(today)
    await play(all)
    const sums = 'sum(streams)::int as streams, sum(timed)::int as timed, sum(played_ms)::int as played_ms'
    const list = (table: string, month: string) =>
      system().rows(
        `select ${month}::text as month, ${own}, ${sums} from ${table} where ${month} < '2026-05-01' group by ${month}, ${own} order by ${month}, ${own}`,
      )
    const found = await list(months, 'month')
    expect(found.length).toBeGreaterThan(10)
    expect(found).toEqual(await list(days, "date_trunc('month', day::timestamp)::date"))
    expect(
      await system().rows(`select first_month::text as first, last_month::text as last from play_month_spans`),
    ).toEqual([{ first: '0001-01-01', last: '2026-04-01' }])
  })

  it('are left alone for three days after their end', async () => {
    const other = await createTestAccount(hub, 'Later Records')
    await createLiveRelease(hub, { accountId: other.accountId, properties: ['site-a'] })
    const [mine] = await system().rows<{ number: number }>(`select number from play_series where account_id = $1`, [
      other.accountId,
    ])
    await system().execute(
      `insert into play_deltas select play_lane(account_id), number, '2026-05-20', 'DE', '', '', 1, 0, 0
       from play_series where number = $1`,
      [mine?.number],
    )
    await foldPlays(hub)
    const last = async () =>
      (
        await system().row<{ last: string }>(
          `select last_month::text as last from play_month_spans where account_id = $1`,
          [other.accountId],
        )
      )?.last
    const day4 = Date.parse('2026-06-04T00:00:00Z')
    await addUp(new Date(day4 - 1).toISOString())
    expect(await last()).toBe('2026-04-01')
    await addUp(new Date(day4).toISOString())
    expect(await last()).toBe('2026-05-01')
  })
})
