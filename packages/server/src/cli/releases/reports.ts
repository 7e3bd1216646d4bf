import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { argument, choice, exitCodes, flag, required, text, UsageError } from '@spindle/command-line'
import {
  describeProblem,
  type ImportedReport,
  parseMapping,
  presets,
  type ReportDetails,
  type ReportFormat,
  ReportRefused,
} from '../../features/reports/index.ts'
import { asOperator } from '../operator-command/operator.ts'
import {
  type OperatorCommand,
  type OperatorContext,
  operatorCommand,
  show,
} from '../operator-command/operator-command.ts'
import { shortName, word } from '../operator-command/options.ts'
import { plainText } from '../operator-command/plain-text.ts'

/** The reports of stores, imported by the operator for all accounts. */

/** The values of `--preset` besides the tables. */
const dsr = 'dsr'

const importInput = {
  arguments: { files: argument.many('The report: one file, or all parts of a DSR message') },
  options: {
    // A source follows the naming rules of outlets, so that its numbers appear next to the deliveries to it.
    source: required<string>({
      ...text('--source <name>', 'Store that the report is of, named as its outlet is'),
      read: (given) => shortName('--source', given, 'distrokid'),
    }),
    preset: choice('--preset <format>', 'Format of the report (default: recognised by its first lines)', [
      ...Object.keys(presets),
      dsr,
    ]),
    mapping: text('--mapping <file>', 'JSON file that maps the columns of a table'),
    replace: flag('--replace', 'Replace earlier reports of the same period'),
    add: flag('--add', 'Count the report in addition to earlier ones of the same period'),
    setsAside: flag(
      '--set-aside',
      'Lines that cannot be read do not count and are listed; otherwise nothing is imported',
    ),
    isDryRun: flag('--dry-run', 'Only show what the import would do'),
  },
}

interface Format {
  readonly preset: string | undefined
  readonly mapping: string | undefined
  readonly setsAside: boolean
}

async function chooseFormat({ preset, mapping, setsAside }: Format, files: number): Promise<ReportFormat> {
  if (preset !== undefined && mapping !== undefined) throw new UsageError('Use --preset or --mapping, not both')
  if (mapping === undefined && preset === dsr) {
    if (setsAside) throw new UsageError('Lines of a DDEX message cannot be set aside')
    return { format: dsr }
  }
  if (mapping === undefined && preset === undefined) return { format: 'table', isUnknown: true, setsAside }
  if (files > 1) throw new UsageError('A table is one file: import the files one at a time')
  if (preset === undefined)
    return { format: 'table', mapping: parseMapping(await readFile(mapping ?? '', 'utf8')), setsAside }
  return { format: preset, mapping: presets[preset], setsAside }
}

/**
 * The database takes each line and the process then drops it, but V8 lets the heap grow with the amount of garbage: 130
 * MiB for a million lines. V8 reads these flags whenever it is about to grow the heap, so they also work at run time.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=20')
}

const importReportFile = operatorCommand({
  name: 'reports import',
  summary: 'Import the report of a store, all its parts at once',
  exitCodes: { [exitCodes.failed]: 'the report has errors; nothing was imported' },
  input: importInput,
  hasJson: true,
  async run(input, { files, source, replace, add, isDryRun, ...format }) {
    if (replace && add) throw new UsageError('Use --replace or --add, not both')
    keepHeapSmall()
    const overlap = replace ? 'replace' : add ? 'add' : undefined
    try {
      const how = await chooseFormat(format, files.length)
      const imported = await asOperator(input, ({ reports }) =>
        reports.import({ paths: [...files], source, how, overlap, isDryRun }),
      )
      show(input, imported, [...outcome(imported, isDryRun), ...describeDetails(imported)])
      return exitCodes.ok
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error
      return tellProblems(input, error)
    }
  },
})

function tellProblems({ err }: OperatorContext, { problems }: ReportRefused): number {
  err('Nothing was imported.')
  for (const problem of problems) err(plainText(`  ${describeProblem(problem)}`))
  return exitCodes.failed
}

function outcome({ report, isNew, replaced }: ImportedReport, isDryRun: boolean): readonly string[] {
  if (!isNew) return [`${report.id} already has this file. Nothing was imported.`]
  return [
    isDryRun ? 'This is what would be imported.' : `${report.id} was imported. To undo it: reports undo ${report.id}`,
    ...replaced.map((id) => (isDryRun ? `${id} would be replaced.` : `${id} was replaced.`)),
  ]
}

function describeDetails({ report, shares, waiting, setAside }: ReportDetails): readonly string[] {
  const { source, format, periodStart, periodEnd, lines, skippedLines, setAsideLines, reported } = report
  return [
    `${source} (${format}), ${periodStart} to ${periodEnd}, ${countLines(lines)}`,
    ...(reported === null ? [] : [`  reporting date  ${[...new Set([reported.from, reported.to])].join(' to ')}`]),
    ...(skippedLines === 0 ? [] : [`  skipped by the mapping  ${countLines(skippedLines)}`]),
    ...(setAsideLines === 0 ? [] : [`  not read and not counted  ${countLines(setAsideLines)}`]),
    ...setAside.map(({ line, column, cell, problem }) =>
      plainText(
        `    line ${line}${column === null ? '' : `, ${column}`}${cell === null ? '' : `, "${cell}"`}: ${problem}`,
      ),
    ),
    ...shares.map(describeShare),
    ...waiting.map(({ isrc, gtin14, title, artist, lines: count }) =>
      plainText(
        `  waits  ${isrc || gtin14 || 'no ISRC or UPC'}  ${title}${artist === '' ? '' : `, ${artist}`}  ${count}`,
      ),
    ),
  ]
}

const countLines = (lines: number): string => `${lines} ${lines === 1 ? 'line' : 'lines'}`

function describeShare({ accountId, lines, streams, downloads, currency, revenue }: ReportDetails['shares'][number]) {
  const numbers = [
    countLines(lines),
    streams === null ? '' : `${streams} streams`,
    downloads === null ? '' : `${downloads} downloads`,
    revenue === null || currency === null ? '' : `${revenue} ${currency}`,
  ].filter(Boolean)
  return `  ${accountId ?? 'no account'}  ${numbers.join(', ')}`
}

const reportId = word('Id of the report (rpt_...)')
const shownReports = 1000

const listImportedReports = operatorCommand({
  name: 'reports list',
  summary: 'List the reports that were imported, the newest first',
  hasJson: true,
  input: {},
  async run(input) {
    const all = await asOperator(input, ({ reports }) => reports.list(shownReports))
    show(
      input,
      all,
      all.map(({ id, source, periodStart, periodEnd, lines, status, filename }) =>
        plainText(`${id}  ${source}  ${periodStart} to ${periodEnd}  ${lines}  ${status}  ${filename}`),
      ),
    )
    if (all.length === 0) input.err('No reports were imported.')
    return exitCodes.ok
  },
})

const showReport = operatorCommand({
  name: 'reports show',
  summary: 'Show which accounts the lines of a report belong to, and which lines match no recording yet',
  hasJson: true,
  input: { arguments: { id: reportId } },
  async run(input, { id }) {
    const details = await asOperator(input, ({ reports }) => reports.find(id))
    if (!details) throw new UsageError(`Unknown report ${id}: see reports list`)
    show(input, details, [`${id}  ${details.report.status}`, ...describeDetails(details)])
    return exitCodes.ok
  },
})

const undoReport = operatorCommand({
  name: 'reports undo',
  summary: 'Undo the import of a report',
  input: { arguments: { id: reportId } },
  async run(input, { id }) {
    const outcome = await asOperator(input, ({ reports }) => reports.undo(id))
    if (!outcome) throw new UsageError(`Unknown report ${id}: see reports list`)
    const { report, isUndone, replaced } = outcome
    if (!isUndone) throw new UsageError(`${id} is already ${report.status}`)
    input.out(`${id} was undone.`)
    if (replaced.length > 0)
      input.err(
        `${replaced.join(', ')} stays replaced, so its numbers are no longer counted. To restore them, import its file again.`,
      )
    return exitCodes.ok
  },
})

export const reportCommands: readonly OperatorCommand[] = [
  importReportFile,
  listImportedReports,
  showReport,
  undoReport,
]
