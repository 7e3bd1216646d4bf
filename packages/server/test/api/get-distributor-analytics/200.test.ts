import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { createLiveRelease, type LiveRelease } from '../../harness/live-releases.ts'
import { reportAndFold } from '../../harness/plays.ts'

const tokenA = 'a'.repeat(32)
const tokenB = 'b'.repeat(32)
// A Wednesday.
const now = Date.parse('2026-05-20T12:00:00Z')
const path = '/api/v1/distributor/analytics'

describe('getDistributorAnalytics 200', () => {
  let hub: TestHub
  let key: string
  let night: LiveRelease
  let legacy: LiveRelease
  let count = 0
  const plays = (number: number, trackId: string | undefined, at: string, members: object = {}) =>
    Array.from({ length: number }, () => ({ id: `p${count++}`, trackId, at, ...members }))
  const ask = (query: string) => hub.json('GET', `${path}?${query}`, { key })

  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenA}\nsite-b=${tokenB}` },
      overrides: { clock: { now: () => now } },
    })
    const account = await createTestAccount(hub)
    key = await account.key(['analytics:read'])
    const { accountId } = account
    night = await createLiveRelease(hub, {
      accountId,
      properties: ['site-a', 'site-b'],
      trackTitles: ['Intro', 'Outro'],
      isrcs: ['ZZABC2600001', 'ZZABC2600002'],
      gtin14: '00200000000011',
    })
    legacy = await createLiveRelease(hub, { accountId, properties: ['site-a'], legacy: true })
    const [intro, outro] = night.trackIds
    await reportAndFold(hub, tokenA, [
      ...plays(3, intro, '2026-05-10T10:00:00Z', { territory: 'DE', source: 'playlist', model: 'subscription' }),
      ...plays(2, intro, '2026-05-11T23:59:59.999Z', { territory: 'FR', source: 'search', model: 'ad_supported' }),
      ...plays(1, outro, '2026-05-11T00:00:00Z', { territory: 'DE', playedMs: 1500 }),
      ...plays(4, legacy.trackIds[0], '2026-05-12T08:00:00Z'),
    ])
    await reportAndFold(hub, tokenB, plays(5, intro, '2026-05-10T10:00:00Z', { territory: 'DE', playedMs: 1000 }))
  })

  it('answers the last 28 complete days by default, with totals and sources', async () => {
    const { status, body } = await ask('')
    expect(status).toBe(200)
    expect(body.range).toEqual({ from: '2026-04-22', to: '2026-05-19', granularity: 'day', timeZone: 'UTC' })
    expect(body.totals).toEqual({ streams: 15, playedMs: 6500 })
    expect(body.data).toEqual([
      { date: '2026-05-10', group: {}, metrics: { streams: 8, playedMs: 5000 } },
      { date: '2026-05-11', group: {}, metrics: { streams: 3, playedMs: 1500 } },
      { date: '2026-05-12', group: {}, metrics: { streams: 4 } },
    ])
    expect(body.meta.unavailable).toEqual(['downloads', 'listeners', 'revenue'])
    expect(body.meta.sandbox).toBe(false)
    expect(body.meta.nextDayAt).toBe('2026-05-21T00:00:00.000Z')
    expect(body.meta.sources).toMatchObject([
      { outlet: 'site-a', name: 'site-a', property: 'site-a', kind: 'plays', cadence: 'continuous', final: false },
      { outlet: 'site-b', name: 'site-b', property: 'site-b', kind: 'plays', cadence: 'continuous', final: false },
    ])
    // The day on which it was counted is still running.
    for (const { asOf, completeThrough } of body.meta.sources)
      expect(Date.parse(asOf.slice(0, 10)) - Date.parse(completeThrough)).toBe(86_400_000)
    expect(body.page).toEqual({ limit: 1000, nextCursor: null, hasMore: false })
  })

  it('names the releases and tracks of the rows', async () => {
    const { body } = await ask('groupBy=release,track&granularity=total')
    expect(body.meta.names).toEqual({
      [night.releaseId]: { title: 'Night Drive', artist: 'Ada', isrc: null },
      [legacy.releaseId]: { title: 'Night Drive', artist: 'Ada', isrc: null },
      [night.trackIds[0] ?? '']: { title: 'Intro', artist: 'Ada', isrc: 'ZZABC2600001' },
      [night.trackIds[1] ?? '']: { title: 'Outro', artist: 'Ada', isrc: 'ZZABC2600002' },
      [legacy.trackIds[0] ?? '']: { title: 'Intro', artist: 'Ada', isrc: null },
    })
    expect((await ask('groupBy=territory')).body.meta).not.toHaveProperty('names')
    const page = await ask('groupBy=release&granularity=total&limit=1')
    expect(Object.keys(page.body.meta.names)).toEqual([night.releaseId])
  })

  it('compares with the range of the same length before', async () => {
    const { body } = await ask('from=2026-05-11&to=2026-05-12&compare=previous')
    expect(body.totals).toEqual({ streams: 7, playedMs: 1500 })
    expect(body.comparison).toEqual({
      range: { from: '2026-05-09', to: '2026-05-10' },
      totals: { streams: 8, playedMs: 5000 },
      change: { streams: -12.5, playedMs: -70 },
      data: [{ date: '2026-05-10', group: {}, metrics: { streams: 8, playedMs: 5000 } }],
    })
    const first = await ask('from=2026-05-10&to=2026-05-10&compare=previous&groupBy=release')
    expect(first.body.comparison).toMatchObject({ totals: { streams: 0 }, change: { streams: null }, data: [] })
    expect((await ask('')).body).not.toHaveProperty('comparison')
  })

  it.each([
    [
      'territory',
      'groupBy=territory',
      [
        [null, 4],
        ['DE', 9],
        ['FR', 2],
      ],
    ],
    [
      'outlet',
      'groupBy=outlet',
      [
        ['site-a', 10],
        ['site-b', 5],
      ],
    ],
    [
      'property',
      'groupBy=property',
      [
        ['site-a', 10],
        ['site-b', 5],
      ],
    ],
    [
      'source',
      'groupBy=source',
      [
        [null, 10],
        ['playlist', 3],
        ['search', 2],
      ],
    ],
    [
      'model',
      'groupBy=model',
      [
        [null, 10],
        ['subscription', 3],
        ['ad_supported', 2],
      ],
    ],
    [
      'source',
      'groupBy=source&territory=DE',
      [
        [null, 6],
        ['playlist', 3],
      ],
    ],
    [
      'territory',
      'groupBy=territory&isrc=zz-abc-26-00001',
      [
        ['DE', 8],
        ['FR', 2],
      ],
    ],
    [
      'territory',
      'groupBy=territory&upc=200000000011',
      [
        ['DE', 9],
        ['FR', 2],
      ],
    ],
    ['territory', 'groupBy=territory&property=site-b', [['DE', 5]]],
    ['outlet', 'groupBy=outlet&source=search', [['site-a', 2]]],
    ['outlet', 'groupBy=outlet&model=subscription', [['site-a', 3]]],
    ['outlet', 'groupBy=outlet&outlet=site-a&territory=FR', [['site-a', 2]]],
  ])('groups by %s: %s', async (dimension, query, expected) => {
    const { body } = await ask(`granularity=total&metrics=streams&${query}`)
    const rows = body.data.map(
      ({ group, metrics }: { group: Record<string, string>; metrics: { streams: number } }) => [
        group[dimension],
        metrics.streams,
      ],
    )
    expect(new Map(rows)).toEqual(new Map(expected as [string | null, number][]))
    expect(body.totals.streams).toBe((expected as [string, number][]).reduce((sum, [, streams]) => sum + streams, 0))
  })

  it('groups by release and track, most played first with granularity total', async () => {
    const { body } = await ask('granularity=total&groupBy=release,track&metrics=streams')
    expect(body.data).toEqual([
      { date: null, group: { release: night.releaseId, track: night.trackIds[0] }, metrics: { streams: 10 } },
      { date: null, group: { release: legacy.releaseId, track: legacy.trackIds[0] }, metrics: { streams: 4 } },
      { date: null, group: { release: night.releaseId, track: night.trackIds[1] }, metrics: { streams: 1 } },
    ])
    const one = await ask(`granularity=total&groupBy=track&metrics=streams&trackId=${night.trackIds[1]}`)
    expect(one.body.data).toEqual([{ date: null, group: { track: night.trackIds[1] }, metrics: { streams: 1 } }])
    const release = await ask(`granularity=total&metrics=streams&releaseId=${legacy.releaseId}`)
    expect(release.body.totals).toEqual({ streams: 4 })
  })

  it('names weeks by their Monday and months by their first day', async () => {
    const weeks = await ask('granularity=week&metrics=streams&from=2026-05-10&to=2026-05-12')
    expect(weeks.body.data).toEqual([
      { date: '2026-05-04', group: {}, metrics: { streams: 8 } },
      { date: '2026-05-11', group: {}, metrics: { streams: 7 } },
    ])
    const months = await ask('granularity=month&metrics=streams')
    expect(months.body.data).toEqual([{ date: '2026-05-01', group: {}, metrics: { streams: 15 } }])
  })

  it('pages through rows without losing or doubling any, for both orders', async () => {
    for (const granularity of ['day', 'total']) {
      const base = `granularity=${granularity}&groupBy=territory,outlet&metrics=streams`
      const whole = await ask(`${base}&count=true`)
      const rows: unknown[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body } = await ask(`${base}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
        rows.push(...body.data)
        expect(body.totals).toEqual(whole.body.totals)
        cursor = body.page.nextCursor
      }
      expect(rows).toEqual(whole.body.data)
      expect(whole.body.page.total).toBe(rows.length)
      expect(rows.length).toBeGreaterThan(2)
    }
  })

  it('answers CSV', async () => {
    const answer = await ask('format=csv&groupBy=outlet,territory&metrics=streams,playedMs,revenue&from=2026-05-10')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="analytics-2026-05-10-2026-05-19.csv"')
    expect(answer.body).toBe(
      [
        'date,outlet,territory,streams,playedMs,revenue',
        '"2026-05-10","site-a","DE",3,,',
        '"2026-05-10","site-b","DE",5,5000,',
        '"2026-05-11","site-a","DE",1,1500,',
        '"2026-05-11","site-a","FR",2,,',
        '"2026-05-12","site-a",,4,,',
        '',
      ].join('\r\n'),
    )
  })

  it('marks days that can no longer change as final', async () => {
    const { body } = await ask('from=2026-01-01&to=2026-02-18')
    expect(body.meta.sources.map(({ final }: { final: boolean }) => final)).toEqual([true, true])
    expect(body.data).toEqual([])
    expect(body.totals).toEqual({ streams: 0, playedMs: 0 })
    expect((await ask('from=2026-01-01&to=2026-02-19')).body.meta.sources[0].final).toBe(false)
  })

  it('shows no figures for an account without reports: no zeros, everything unavailable', async () => {
    const other = await createTestAccount(hub, 'Quiet Records')
    const { status, body } = await hub.json('GET', `${path}?groupBy=track`, { key: await other.key() })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      totals: {},
      data: [],
      meta: { sources: [], unavailable: ['streams', 'playedMs', 'downloads', 'listeners', 'revenue'], sandbox: false },
    })
  })

  it("never shows another account's numbers, with any filter", async () => {
    const other = await createTestAccount(hub, 'Nosy Records')
    const otherKey = await other.key()
    for (const filter of [
      `releaseId=${night.releaseId}`,
      `trackId=${night.trackIds[0]}`,
      'isrc=ZZABC2600001',
      'upc=200000000011',
      'outlet=site-a',
      'property=site-a&groupBy=track',
    ]) {
      const { body } = await hub.json('GET', `${path}?${filter}`, { key: otherKey })
      expect(body.data).toEqual([])
      expect(body.meta.sources).toEqual([])
    }
  })
})
