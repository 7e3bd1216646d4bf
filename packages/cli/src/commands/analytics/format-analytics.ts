import type { Analytics, AnalyticsRow } from '@spindle/client'
import type { AnalyticsDimension } from '@spindle/contract'
import { joinCells } from '../../output/format-table.ts'
import { formatCount, formatNumber } from '../../output/format-units.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { nameCells } from './name-group.ts'

/** What the numbers mean, from the hub: sums, sources, how complete they are, and what no source reports. */

export function formatHeading({ range }: Analytics, dimensions: readonly AnalyticsDimension[]): string {
  const by = [...(range.granularity === 'total' ? [] : [range.granularity]), ...dimensions]
  return `${range.from} to ${range.to} (${range.timeZone})${by.length === 0 ? '' : `, by ${by.join(' and ')}`}`
}

export const formatSummary = (answer: Analytics): readonly string[] => [
  totalLine(answer),
  ...answer.meta.sources.map(sourceLine),
  ...(answer.meta.unavailable.length === 0
    ? []
    : [`Not reported: ${answer.meta.unavailable.join(', ')}. These are unknown, not 0.`]),
  ...nextDayLine(answer),
  ...(answer.meta.sandbox ? ['The numbers include generated demo data.'] : []),
]

const dayMs = 86_400_000
const dayBefore = (day: string): string => new Date(Date.parse(day.slice(0, 10)) - dayMs).toISOString().slice(0, 10)

/** A person who just reported plays would not find them: the default range ends with yesterday. */
function nextDayLine({ range, meta: { nextDayAt } }: Analytics): readonly string[] {
  const today = dayBefore(nextDayAt)
  if (range.to !== dayBefore(today)) return []
  return [`Plays of today are not included. Add --to ${today}, or check again on ${nextDayAt.slice(0, 10)} (UTC).`]
}

function totalLine({ totals }: Analytics): string {
  const { streams, playedMs, downloads, listeners, revenue } = totals
  const words = [
    streams === undefined ? '' : formatCount(streams, 'stream'),
    playedMs === undefined ? '' : `${formatHours(playedMs)} heard`,
    downloads === undefined ? '' : formatCount(downloads, 'download'),
    listeners === undefined ? '' : formatCount(listeners, 'listener'),
    ...(revenue ?? []).map(({ amount, currency }) => sanitizeText(`${amount} ${currency}`)),
  ].filter(Boolean)
  return words.length === 0 ? 'Total: no numbers' : `Total: ${words.join(', ')}`
}

const sourceLine = ({
  outlet,
  name,
  kind,
  cadence,
  completeThrough,
  final,
}: Analytics['meta']['sources'][number]): string => {
  const until = completeThrough === null ? 'no complete day yet' : `complete up to ${completeThrough}`
  return sanitizeText(
    `Source: ${kind} of ${name || outlet}, ${cadence}, ${until}${final ? ', final' : ', may still change'}`,
  )
}

const formatHours = (ms: number): string => {
  const hours = ms / 3_600_000
  return hours < 10 ? `${hours.toFixed(1)} h` : `${formatNumber(Math.round(hours))} h`
}

/** Rows for a pipe: the period, the id of each group, each number as the API has it, then what the group is called. */
export function formatRows(answer: Analytics, dimensions: readonly AnalyticsDimension[]): readonly string[] {
  const rows = answer.data.map(({ date, group, metrics }) => [
    ...(date === null ? [] : [date]),
    ...dimensions.map((name) => group[name]),
    ...Object.values(metrics).map(formatMetric),
    ...nameCells(answer, group, dimensions),
  ])
  return rows.map((cells) => joinCells(cells, Number.POSITIVE_INFINITY))
}

const formatMetric = (value: AnalyticsRow['metrics'][keyof AnalyticsRow['metrics']]): string | number =>
  Array.isArray(value) ? value.map(({ amount, currency }) => `${amount} ${currency}`).join(', ') : (value ?? '')
