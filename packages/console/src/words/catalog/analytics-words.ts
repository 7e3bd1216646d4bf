import type { Analytics } from '@spindle/client'
import { count, signed } from '../english.ts'

type Cadence = Analytics['meta']['sources'][number]['cadence']

const cadences: Readonly<Record<Cadence, string>> = {
  continuous: 'updated within seconds of each play',
  daily: 'updated every day',
  weekly: 'updated every week',
  monthly: 'updated every month',
}

export const analytics = {
  title: 'Analytics',
  choose: 'Display options',
  csv: 'Download CSV',
  range: 'Period',
  ranges: { 7: '7 days', 28: '28 days', 90: '90 days', 365: '1 year' } satisfies Readonly<
    Record<7 | 28 | 90 | 365, string>
  >,
  metric: 'Metric',
  metrics: { streams: 'Streams', playedMs: 'Time played' } satisfies Readonly<Record<'streams' | 'playedMs', string>>,
  definitions: {
    streams: 'All plays that properties and outlets reported, unchanged.',
    playedMs: 'Total listening time of the plays that report a duration.',
  } satisfies Readonly<Record<'streams' | 'playedMs', string>>,
  compare: 'Compare with previous period',
  hours: (ms: number) => {
    const hours = ms / 3_600_000
    return `${new Intl.NumberFormat('en', { maximumFractionDigits: hours < 10 ? 1 : 0 }).format(hours)} h`
  },
  unknown: 'Unknown',
  listeners: 'Listeners',
  notReported: 'Not reported',
  change: (percent: number | null, days: number | undefined) =>
    percent === null
      ? 'no earlier data'
      : `${signed(percent)} %${days === undefined ? '' : ` over ${count(days, 'day', 'days')} with earlier data`}`,
  through: (day: string) => `Data up to ${day} (UTC)`,
  against: (from: string, to: string) => `Compared with ${from} to ${to}`,
  chart: (metric: string) => `${metric} by day. Use the arrow keys to move between days.`,
  point: (day: string, value: string, before: string | null) =>
    `${day}: ${value}${before === null ? '' : `, previous period ${before}`}`,
  thisPeriod: 'This period',
  before: 'Previous period',
  showTable: 'Show as table',
  hideTable: 'Hide table',
  table: 'Numbers by day',
  day: 'Day',
  breakdown: 'Breakdown',
  by: 'By',
  dimensions: { release: 'Release', track: 'Track', territory: 'Country', outlet: 'Outlet' } satisfies Readonly<
    Record<'release' | 'track' | 'territory' | 'outlet', string>
  >,
  notSaid: 'Not set',
  nothing: 'No plays in this period.',
  mostOnly: (shown: number) => `Showing the top ${shown}. Download the CSV for all.`,
  about: 'About these numbers',
  sources: 'Sources',
  source: (cadence: Cadence, day: string | null) =>
    `${cadences[cadence]}, ${day === null ? 'no complete day yet' : `complete up to ${day} (UTC)`}`,
  emptyTitle: 'No numbers yet',
  empty: 'Numbers appear a few seconds after a property or an outlet reports its first plays.',
}
