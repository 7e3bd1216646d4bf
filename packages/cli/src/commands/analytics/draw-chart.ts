import type { Analytics, AnalyticsRow } from '@spindle/client'
import type { AnalyticsDimension } from '@spindle/contract'
import stringWidth from 'string-width'
import { drawBar } from '../../output/draw-bar.ts'
import { padText, truncateMiddle } from '../../output/format-table.ts'
import { formatNumber } from '../../output/format-units.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { nameGroup } from './name-group.ts'

/** Bars for up to a screenful of rows, else one line of small columns; never wider than the terminal. */

interface ChartOptions {
  readonly dimensions: readonly AnalyticsDimension[]
  readonly columns: number
  /** False when rows before these were on another page. */
  readonly isFirstPage: boolean
}

interface Bar {
  readonly label: string
  readonly value: number
}

const mostBars = 62
const widestLabel = 40
const longestBar = 50

export function drawChart(answer: Analytics, { dimensions, columns, isFirstPage }: ChartOptions): readonly string[] {
  const { data } = answer
  const found = data.map((row): Bar => ({ label: labelOf(answer, row, dimensions), value: numberOf(row) }))
  const bars = dimensions.length === 0 && isFirstPage ? fillEmptyPeriods(found, answer) : found
  if (bars.length === 0) return []
  if (bars.length <= mostBars) return barLines(bars, columns)
  if (dimensions.length === 0)
    return [
      sparkline(
        bars.map(({ value }) => value),
        columns,
      ),
    ]
  return [...barLines(bars.slice(0, mostBars), columns), `... and ${bars.length - mostBars} rows more`]
}

const labelOf = (answer: Analytics, { date, group }: AnalyticsRow, dimensions: readonly AnalyticsDimension[]): string =>
  sanitizeText(
    [...(date === null ? [] : [date]), ...dimensions.map((name) => nameGroup(answer, name, group[name]))].join('  '),
  )

/** Periods without plays have no row; between the others they must be drawn as empty. */
function fillEmptyPeriods(found: readonly Bar[], { range, page }: Analytics): readonly Bar[] {
  const first = found[0]
  if (first === undefined || range.granularity === 'total' || page.hasMore) return found
  const known = new Map(found.map(({ label, value }) => [label, value]))
  return periodsOf(range, first.label).map((label) => ({ label, value: known.get(label) ?? 0 }))
}

const dayMs = 86_400_000
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The first days of the periods of a range. `known` is one of them: weeks can begin before the range. */
function periodsOf({ from, to, granularity }: Analytics['range'], known: string): readonly string[] {
  if (granularity === 'month') return monthsOf(from, to)
  const stepMs = granularity === 'week' ? 7 * dayMs : dayMs
  const before = Math.ceil((Date.parse(known) - Date.parse(from)) / stepMs)
  const periods: string[] = []
  for (let atMs = Date.parse(known) - before * stepMs; atMs <= Date.parse(to); atMs += stepMs) periods.push(dayAt(atMs))
  return periods
}

function monthsOf(from: string, to: string): readonly string[] {
  const months: string[] = []
  const month = new Date(`${from.slice(0, 7)}-01`)
  for (; month.getTime() <= Date.parse(to); month.setUTCMonth(month.getUTCMonth() + 1))
    months.push(dayAt(month.getTime()))
  return months
}

/** What the bars show: streams, else the first number there is. */
function numberOf({ metrics }: AnalyticsRow): number {
  const { streams, playedMs, downloads, listeners } = metrics
  return streams ?? downloads ?? listeners ?? playedMs ?? 0
}

function barLines(bars: readonly Bar[], columns: number): readonly string[] {
  const numbers = bars.map(({ value }) => formatNumber(value))
  const numberWidth = Math.max(...numbers.map((number) => number.length))
  const most = Math.max(6, Math.min(widestLabel, columns - numberWidth - 12))
  const labels = bars.map(({ label }) => truncateMiddle(label, most))
  const labelWidth = Math.max(...labels.map((label) => stringWidth(label)))
  const room = Math.min(longestBar, columns - labelWidth - numberWidth - 4)
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  return bars.map(({ value }, index) => {
    const start = `${padText(labels[index] ?? '', labelWidth)}  ${(numbers[index] ?? '').padStart(numberWidth)}`
    return room < 4 ? start : `${start}  ${shareBar(value / highest, room)}`.trimEnd()
  })
}

/** At least a sliver for any value above 0. */
const shareBar = (share: number, room: number): string =>
  drawBar(share > 0 ? Math.max(1, Math.round(share * room * 8)) : 0)

const levels = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** Neighbours share a column if there are more values than columns. */
function sparkline(values: readonly number[], columns: number): string {
  const count = Math.min(values.length, columns)
  const sums = Array.from({ length: count }, (_, letter) =>
    values
      .slice(Math.floor((letter * values.length) / count), Math.floor(((letter + 1) * values.length) / count))
      .reduce((sum, value) => sum + value, 0),
  )
  const highest = Math.max(1, ...sums)
  return sums.map((sum) => levels[Math.round((sum / highest) * (levels.length - 1))] ?? '').join('')
}
