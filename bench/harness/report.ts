import { median, type Spread, spread } from './statistics.ts'

/** What a benchmark found, and its markdown. */

/** The samples of one side, one for each round. */
export interface Series {
  readonly name: string
  readonly unit: string
  readonly samples: readonly number[]
}

/** One figure held against its goal. */
export interface Verdict {
  readonly goal: string
  readonly value: number
  readonly unit?: string | undefined
  /** Of single rounds, or of single starts. */
  readonly spread?: Spread | undefined
  readonly atLeast?: number | undefined
  readonly atMost?: number | undefined
}

export interface Report {
  readonly series: readonly Series[]
  readonly verdicts: readonly Verdict[]
  /** How it was measured, and what this machine could not do. */
  readonly notes: readonly string[]
}

export const isReached = ({ value, atLeast = -Infinity, atMost = Infinity }: Verdict): boolean =>
  value >= atLeast && value <= atMost

export function renderReport({ series, verdicts, notes }: Report): string {
  return [
    table(
      ['measured', 'median', 'min - max', 'N'],
      series.map(({ name, unit, samples }) => [
        name,
        `${number(median(samples))} ${unit}`,
        range(spread(samples)),
        String(samples.length),
      ]),
    ),
    table(
      ['goal', 'wanted', 'reached', 'min - max', ''],
      verdicts.map((verdict) => [
        verdict.goal,
        wanted(verdict),
        withUnit(verdict.value, verdict.unit),
        verdict.spread === undefined ? '' : range(verdict.spread),
        isReached(verdict) ? 'yes' : '**no**',
      ]),
    ),
    notes.map((note) => `- ${note}`).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function wanted({ atLeast, atMost, unit }: Verdict): string {
  if (atLeast !== undefined && atMost !== undefined) return `${atLeast} - ${withUnit(atMost, unit)}`
  return atLeast === undefined ? `<= ${withUnit(atMost ?? Number.NaN, unit)}` : `>= ${withUnit(atLeast, unit)}`
}

const withUnit = (value: number, unit: string | undefined): string =>
  unit === undefined ? number(value) : `${number(value)} ${unit}`

const range = ({ min, max }: Spread): string => `${number(min)} - ${number(max)}`

/** Three digits that count, thousands with commas. */
function number(value: number): string {
  if (!Number.isFinite(value)) return 'n/a'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
