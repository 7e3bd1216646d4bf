import type { Analytics } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { drawChart } from './draw-chart.ts'
import { formatHeading, formatRows, formatSummary } from './format-analytics.ts'

function answer(
  more: Partial<Analytics> & { readonly granularity?: Analytics['range']['granularity'] } = {},
): Analytics {
  const { granularity = 'day', ...rest } = more
  return {
    range: { from: '2026-11-01', to: '2026-11-03', granularity, timeZone: 'UTC' },
    data: [],
    totals: {},
    meta: { sources: [], unavailable: [], sandbox: false, nextDayAt: '2026-11-23T00:00:00.000Z' },
    page: { limit: 100, nextCursor: null, hasMore: false },
    ...rest,
  } as never
}
const row = (date: string | null, streams: number, group: Record<string, string> = {}) =>
  ({ date, group, metrics: { streams } }) as never
const options = { dimensions: [], columns: 40, isFirstPage: true } as const

describe('drawChart', () => {
  it('draws a bar for each day, and shows days without plays as such', () => {
    expect(drawChart(answer({ data: [row('2026-11-01', 10), row('2026-11-03', 5)] }), options)).toEqual([
      '2026-11-01  10  ████████████████████████',
      '2026-11-02   0',
      '2026-11-03   5  ████████████',
    ])
  })

  it('fills weeks from the one that begins before the range', () => {
    const data = [row('2026-10-26', 1), row('2026-11-02', 2)]
    const lines = drawChart(answer({ granularity: 'week', data }), options)
    expect(lines.map((line) => line.slice(0, 10))).toEqual(['2026-10-26', '2026-11-02'])
  })

  it('draws the months between two rows too', () => {
    const range = { from: '2026-09-15', to: '2026-11-03', granularity: 'month', timeZone: 'UTC' } as never
    const lines = drawChart(answer({ range, data: [row('2026-09-01', 1), row('2026-11-01', 1)] }), options)
    expect(lines.map((line) => line.slice(0, 10))).toEqual(['2026-09-01', '2026-10-01', '2026-11-01'])
  })

  it('fills nothing in where other pages follow', () => {
    const page = { limit: 2, nextCursor: 'c', hasMore: true } as never
    expect(drawChart(answer({ page, data: [row('2026-11-01', 1), row('2026-11-03', 1)] }), options)).toHaveLength(2)
  })

  it('names groups, and those without a value', () => {
    const data = [row(null, 3, { territory: 'DE' }), row(null, 1)]
    expect(drawChart(answer({ granularity: 'total', data }), { ...options, dimensions: ['territory'] })).toEqual([
      'DE       3  ████████████████████████████',
      'not set  1  █████████▍',
    ])
  })

  it('names releases, tracks and outlets, and shows the id of what has no name', () => {
    const names = {
      rel_1: { title: 'Night Drive', artist: 'Ada', isrc: null },
      trk_1: { title: 'Intro', artist: 'Ada', isrc: 'DEA450600001' },
      trk_2: { title: 'Intro', artist: 'Ada', isrc: null },
    }
    const meta = { sources: [{ outlet: 'shop', name: 'Example Store' }], names } as never
    const labels = (dimension: 'release' | 'track' | 'outlet', ids: readonly string[]) =>
      drawChart(answer({ granularity: 'total', meta, data: ids.map((id) => row(null, 1, { [dimension]: id })) }), {
        ...options,
        columns: 200,
        dimensions: [dimension],
      }).map((line) => line.split('  ')[0]?.trim())
    expect(labels('release', ['rel_1', 'rel_2'])).toEqual(['Night Drive · Ada', 'rel_2'])
    expect(labels('track', ['trk_1', 'trk_2', 'trk_3'])).toEqual(['Intro · DEA450600001', 'Intro · Ada', 'trk_3'])
    expect(labels('outlet', ['shop', 'gone'])).toEqual(['Example Store', 'gone'])
  })

  it('draws a sliver for the smallest number, and no bar for zero', () => {
    const data = [row('2026-11-01', 1_000_000), row('2026-11-02', 1), row('2026-11-03', 0)]
    const lines = drawChart(answer({ data }), options)
    expect(lines[1]?.endsWith('▏')).toBe(true)
    expect(lines[2]).toBe('2026-11-03          0')
  })

  it('draws one line of columns when there are too many days for a row each', () => {
    const data = Array.from({ length: 100 }, (_, index) =>
      row(new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10), index),
    )
    const range = { from: '2026-01-01', to: '2026-04-10', granularity: 'day', timeZone: 'UTC' } as never
    const [line, ...others] = drawChart(answer({ range, data }), options)
    expect(others).toEqual([])
    expect(line).toMatch(/^▁[▁-█]{38}█$/u)
  })

  it('says how many groups it leaves out', () => {
    const data = Array.from({ length: 70 }, (_, index) => row(null, 70 - index, { track: `trk_${index}` }))
    expect(drawChart(answer({ granularity: 'total', data }), { ...options, dimensions: ['track'] }).at(-1)).toBe(
      '... and 8 rows more',
    )
  })

  it('never grows wider than the terminal', () => {
    const data = [row(null, 3_000_000, { track: 'a very long title that goes on and on and on' })]
    for (const columns of [20, 40, 80]) {
      const lines = drawChart(answer({ granularity: 'total', data }), { ...options, dimensions: ['track'], columns })
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
    }
  })

  it('is empty without rows', () => {
    expect(drawChart(answer(), options)).toEqual([])
  })
})

describe('formatRows', () => {
  it('adds what a release or track is called after its numbers', () => {
    const names = {
      rel_1: { title: 'Night Drive', artist: 'Ada', isrc: null },
      trk_1: { title: 'Intro', artist: 'Ada', isrc: 'DEA450600001' },
    }
    const rows = (group: Record<string, string>, dimensions: readonly ('release' | 'track' | 'territory')[]) =>
      formatRows(answer({ meta: { names } as never, data: [row(null, 7, group)] }), dimensions)
    expect(rows({ track: 'trk_1' }, ['track'])).toEqual(['trk_1\t7\tIntro\tAda\tDEA450600001'])
    expect(rows({ release: 'rel_1' }, ['release'])).toEqual(['rel_1\t7\tNight Drive\tAda'])
    expect(rows({ release: 'rel_2' }, ['release'])).toEqual(['rel_2\t7\t-\t-'])
    expect(rows({ territory: 'DE' }, ['territory'])).toEqual(['DE\t7'])
  })
})

describe('formatHeading', () => {
  it.each([
    ['day', [], '2026-11-01 to 2026-11-03 (UTC), by day'],
    ['total', [], '2026-11-01 to 2026-11-03 (UTC)'],
    ['week', ['territory', 'model'], '2026-11-01 to 2026-11-03 (UTC), by week and territory and model'],
  ] as const)('of %s by %j is %j', (granularity, dimensions, heading) => {
    expect(formatHeading(answer({ granularity }), dimensions)).toBe(heading)
  })
})

describe('formatSummary', () => {
  it('says when the plays of today will be there, where the range ends with yesterday', () => {
    const until = (to: string) => formatSummary(answer({ range: { from: '2026-11-01', to } as never })).join('\n')
    const line = 'Plays of today are not included. Add --to 2026-11-22, or check again on 2026-11-23 (UTC).'
    expect(until('2026-11-21')).toContain(line)
    for (const to of ['2026-11-20', '2026-11-22']) expect(until(to)).not.toContain('Plays of today')
  })

  it.each([
    [{ streams: 1 }, 'Total: 1 stream'],
    [{ streams: 12_000, playedMs: 3_600_000 }, 'Total: 12,000 streams, 1.0 h heard'],
    [{ playedMs: 360_000_000 }, 'Total: 100 h heard'],
    [
      {
        downloads: 2,
        listeners: 1,
        revenue: [
          { amount: '1.50', currency: 'EUR' },
          { amount: '2', currency: 'USD' },
        ],
      },
      'Total: 2 downloads, 1 listener, 1.50 EUR, 2 USD',
    ],
    [{}, 'Total: no numbers'],
  ])('sums %j up as %j', (totals, line) => {
    expect(formatSummary(answer({ totals: totals as never }))).toEqual([line])
  })

  it('shows how complete each source is, what no source reports, and what is made up', () => {
    const source = {
      outlet: 'ply-1',
      name: 'Player',
      kind: 'property',
      cadence: 'live',
      completeThrough: '2026-11-02',
      final: false,
    }
    const meta = {
      nextDayAt: '2026-11-23T00:00:00.000Z',
      sources: [source, { ...source, completeThrough: null, final: true }],
      unavailable: ['downloads', 'revenue'],
      sandbox: true,
    }
    expect(formatSummary(answer({ meta: meta as never })).slice(1)).toEqual([
      'Source: property of Player, live, complete up to 2026-11-02, may still change',
      'Source: property of Player, live, no complete day yet, final',
      'Not reported: downloads, revenue. These are unknown, not 0.',
      'The numbers include generated demo data.',
    ])
  })
})
