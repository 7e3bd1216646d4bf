import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLiveRelease } from '../../../server/test/harness/live-releases.ts'
import { reportAndFold } from '../../../server/test/harness/plays.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'

let fixture: HubFixture
let releaseId: string
const dayMs = 86_400_000
const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)

beforeAll(async () => {
  fixture = await openHubFixture({ role: 'api' })
  const { accountId } = fixture.releases.account
  const live = await createLiveRelease(fixture.hub, { accountId, properties: ['player'] })
  releaseId = live.releaseId
  const legacy = await createLiveRelease(fixture.hub, { accountId, properties: ['player'], legacy: true })
  const plays = (trackId: string | undefined, daysAgo: number, count: number, territory: string) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${trackId}-${daysAgo}-${index}`,
      trackId,
      at: `${dayOf(daysAgo)}T12:00:00.000Z`,
      territory,
      playedMs: 60_000,
    }))
  await reportAndFold(fixture.hub, fixture.token, [
    ...plays(live.trackIds[0], 2, 40, 'DE'),
    ...plays(live.trackIds[0], 3, 10, 'FR'),
    ...plays(legacy.trackIds[0], 2, 5, 'DE'),
  ])
})

describe('analytics get', () => {
  it('draws bars that fit the terminal, with sums and where they come from', async () => {
    const range = ['--from', dayOf(4), '--to', dayOf(1)]
    const [wide, narrow] = await Promise.all([
      fixture.shown(['analytics', 'get', ...range], { columns: 100 }),
      fixture.shown(['analytics', 'get', ...range], { columns: 40 }),
    ])
    const plain = stripVTControlCharacters(wide.stdout)
    expect(plain).toContain(`${dayOf(4)} to ${dayOf(1)} (UTC), by day`)
    expect(plain).toContain(`${dayOf(2)}  40  ${'█'.repeat(50)}\r\n`)
    expect(plain).toContain(`${dayOf(3)}  10  ${'█'.repeat(12)}▌\r\n`)
    expect(plain).toContain('Total: 50 streams, 0.8 h heard')
    expect(plain).toMatch(/Source: plays of player, continuous, complete up to \d{4}-\d\d-\d\d, may still change/)
    expect(plain).toContain('Not reported: downloads, listeners, revenue. These are unknown, not 0.')
    const bars = narrow.stdout.split('\r\n').filter((line) => line.includes('█'))
    expect(bars).toHaveLength(2)
    expect(Math.max(...bars.map((line) => line.length))).toBeLessThanOrEqual(40)
  })

  it('is JSON in a pipe, grouped as requested, with legacy releases on request', async () => {
    const [music, everything, one] = await Promise.all([
      fixture.json(['analytics', 'get', '--group-by', 'territory']),
      fixture.json(['analytics', 'get', '--group-by', 'total', '--all-releases']),
      fixture.json(['analytics', 'get', '--group-by', 'week,track', '--release', releaseId, '--metrics', 'streams']),
    ])
    expect(music).toMatchObject({
      range: { granularity: 'total' },
      data: [
        { date: null, group: { territory: 'DE' }, metrics: { streams: 40 } },
        { date: null, group: { territory: 'FR' }, metrics: { streams: 10 } },
      ],
    })
    expect(everything.totals).toEqual({ streams: 55, playedMs: 3_300_000 })
    expect(one.totals).toEqual({ streams: 50 })
    expect(one.range.granularity).toBe('week')
  })

  it('draws one line of small columns for many days', async () => {
    const { stdout } = await fixture.shown(['analytics', 'get', '--from', dayOf(120), '--to', dayOf(1)], {
      columns: 60,
    })
    const [line = ''] = stdout.split('\r\n').filter((text) => text.includes('█'))
    expect(line).toMatch(/^[▁▂▃▄▅▆▇█]+$/)
    expect(line.length).toBeLessThanOrEqual(60)
  })

  it('writes all rows as CSV', async () => {
    const { stdout } = await fixture.spindle(['analytics', 'get', '--group-by', 'day,territory', '--format', 'csv'])
    expect(
      stdout
        .trimEnd()
        .split('\r\n')
        .map((line) => line.replace('\ufeff', '')),
    ).toEqual([
      'date,territory,streams,playedMs,downloads,listeners,revenue',
      expect.stringMatching(`^"${dayOf(3)}","FR",10,600000`),
      expect.stringMatching(`^"${dayOf(2)}","DE",40,2400000`),
    ])
  })

  it('says what cannot be queried, and when there is nothing', async () => {
    const [periods, groups, word, range, nothing] = await Promise.all([
      fixture.spindle(['analytics', 'get', '--group-by', 'day,week']),
      fixture.spindle(['analytics', 'get', '--group-by', 'track,outlet,model']),
      fixture.spindle(['analytics', 'get', '--group-by', 'territori']),
      fixture.spindle(['analytics', 'get', '--from', '2026-02-01', '--to', '2026-01-01']),
      fixture.shown(['analytics', 'get', '--from', '2026-01-01', '--to', '2026-01-02']),
    ])
    expect(periods).toMatchObject({ code: 2, stderr: expect.stringContaining('Choose one period') })
    expect(groups).toMatchObject({ code: 2, stderr: expect.stringContaining('Choose at most two') })
    expect(word).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean territory?') })
    expect(range).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('from') })
    expect(nothing.stdout).toContain('There were no plays in this period.')
  })
})
