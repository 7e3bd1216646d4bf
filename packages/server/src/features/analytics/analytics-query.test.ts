import { describe, expect, it } from 'vitest'
import { parseAnalyticsQuery } from './analytics-query.ts'

const now = Date.parse('2026-03-01T00:00:00Z')

describe('parseAnalyticsQuery', () => {
  it.each([
    [{}, '2026-02-01', '2026-02-28'],
    [{ to: '2024-03-01' }, '2024-02-03', '2024-03-01'],
    [{ from: '2026-02-28' }, '2026-02-28', '2026-02-28'],
    [{ to: '0001-01-05' }, '0001-01-01', '0001-01-05'],
    [{ from: '2026-01-01', to: '2026-12-31' }, '2026-01-01', '2026-12-31'],
  ])('completes %j', (query, from, to) => {
    expect(parseAnalyticsQuery(query, now)).toMatchObject({ from, to, granularity: 'day', groupBy: [] })
  })

  it('counts yesterday by UTC, to the millisecond', () => {
    expect(parseAnalyticsQuery({}, now - 1).to).toBe('2026-02-27')
  })

  it('keeps the order of groups and metrics, and asks for every metric by default', () => {
    expect(parseAnalyticsQuery({ groupBy: 'territory,outlet', metrics: 'revenue,streams' }, now)).toMatchObject({
      groupBy: ['territory', 'outlet'],
      metrics: ['revenue', 'streams'],
    })
    expect(parseAnalyticsQuery({}, now).metrics).toEqual(['streams', 'playedMs', 'downloads', 'listeners', 'revenue'])
  })

  it('reads codes however they are written', () => {
    expect(parseAnalyticsQuery({ isrc: 'zz-abc-26-00001', upc: '0-36000-29145-2' }, now).filters).toMatchObject({
      isrc: 'ZZABC2600001',
      gtin14: '00036000291452',
    })
  })
})
