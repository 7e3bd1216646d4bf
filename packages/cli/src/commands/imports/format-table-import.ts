import type { TableImport, TableImportRelease } from '@spindle/client'
import { formatCount, formatNumber } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'

/** The result of a table as people read it: first what needs them, then one line with all counts. */

export interface TableSummary {
  readonly words: string
  /** The releases that are refused, have errors or lack files. */
  readonly needs: readonly TableImportRelease[]
}

const needsPerson = ({ outcome, problems, missingFiles }: TableImportRelease): boolean =>
  outcome !== 'undone' &&
  (outcome === 'refused' || missingFiles.length > 0 || problems.some(({ severity }) => severity === 'error'))

/** `28 ready, 2 need you (3 created, 27 unchanged)` */
export function summarizeTable(table: TableImport, releases: readonly TableImportRelease[]): TableSummary {
  const needs = releases.filter(needsPerson)
  const ready = releases.length - needs.length
  const counts = Object.entries(table.outcomes).flatMap(([outcome, count]) =>
    count === 0 ? [] : [`${count} ${outcome}`],
  )
  const state = [
    `${ready} ready`,
    ...(needs.length === 0 ? [] : [`${needs.length} need${needs.length === 1 ? 's' : ''} you`]),
  ]
  const mode = table.dryRun ? 'Dry run: ' : ''
  return { needs, words: `${mode}${state.join(', ')} (${counts.join(', ') || 'no releases'})` }
}

/** Which column became which field, and which ones mean nothing to the hub. */
export function formatColumns({
  columns,
  ignoredColumns,
  suggestedMapping,
}: Pick<TableImport, 'columns' | 'ignoredColumns' | 'suggestedMapping'>): readonly string[] {
  const guesses = new Map(Object.entries(suggestedMapping?.columns ?? {}).map(([field, column]) => [column, field]))
  return [
    ...columns
      .filter(({ column, field }) => column !== field)
      .map(({ column, field }) => `${sanitizeText(column)} → ${field}`),
    ...ignoredColumns.map((column) => {
      const guess = guesses.get(column)
      return `${sanitizeText(column)} is not read${guess === undefined ? '' : `: perhaps ${guess}, which needs a mapping`}`
    }),
  ]
}

/** What a dry run says about the quota of releases. An older hub says nothing. */
export function describeQuota({ dryRun, tracks, outcomes, releaseQuota }: TableImport): string | undefined {
  if (!dryRun || !releaseQuota) return undefined
  const { limit, used, suffices } = releaseQuota
  const what = `${formatCount(outcomes.created, 'new release')} (${formatCount(tracks, 'track')} in the table)`
  return suffices
    ? `${what}: the account has ${formatNumber(used)} of ${formatNumber(limit)} releases.`
    : `${what}, but the account can have ${formatNumber(Math.max(0, limit - used))} more. Ask the operator of the hub for a higher limit (SPINDLE_QUOTA_RELEASES).`
}

const mostShown = 50
const mostReasons = 3

export function formatTableImport(
  needs: readonly TableImportRelease[],
  { paint }: Pick<Output, 'paint'>,
): readonly string[] {
  const lines = needs.slice(0, mostShown).flatMap((release) => {
    const reasons = reasonsOf(release)
    const rest = reasons.length - mostReasons
    return [
      `${paint('red', '✖')} ${sanitizeText(`${release.key} ${release.title ?? ''}`.trim())} (line ${release.line})`,
      ...reasons.slice(0, mostReasons).map((reason) => `  ${sanitizeText(reason)}`),
      ...(rest > 0 ? [`  and ${rest} more`] : []),
    ]
  })
  const rest = needs.length - mostShown
  return rest > 0 ? [...lines, `and ${formatCount(rest, 'more release')}`] : lines
}

/** Missing files are told once, not again as findings. */
function reasonsOf({ problems, missingFiles }: TableImportRelease): readonly string[] {
  const errors = problems.filter(({ severity, code }) => severity === 'error' && !aboutFiles.has(code))
  const [first] = missingFiles
  return [
    ...errors.map(
      ({ line, column, message }) =>
        `${column === null ? '' : `${column}: `}${message}${line === null ? '' : ` (line ${line})`}`,
    ),
    ...(first === undefined
      ? []
      : [
          `${formatCount(missingFiles.length, 'file')} missing, such as ${first.files[0] ?? `the master of "${first.title}"`}`,
        ]),
  ]
}

const aboutFiles: ReadonlySet<string> = new Set(['audio_missing', 'cover_missing'])
