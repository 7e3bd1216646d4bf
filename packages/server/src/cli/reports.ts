import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import {
  describeProblem,
  type ImportedReport,
  parseMapping,
  presets,
  type ReportDetails,
  type ReportFormat,
  ReportRefused,
} from '../features/reports/index.ts'
import { type Command, type CommandInput, exitCodes, show, UsageError } from './command.ts'
import { asOperator } from './operator.ts'
import { parseOptions, requireOption } from './options.ts'
import { plainText } from './plain-text.ts'

/** What stores say in their reports, brought in by the operator for all accounts. */

const options = {
  source: { type: 'string' },
  preset: { type: 'string' },
  mapping: { type: 'string' },
  replace: { type: 'boolean', default: false },
  add: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof parseOptions<typeof options>>['values']

/** What `--preset` takes beside the tables. */
const dsr = 'dsr'

async function chooseFormat({ preset, mapping }: Values, files: number): Promise<ReportFormat> {
  if (preset !== undefined && mapping !== undefined) throw new UsageError('Give --preset or --mapping, not both')
  if (mapping === undefined && preset === dsr) return { format: dsr }
  if (files > 1) throw new UsageError('A table is one file; import them one by one')
  if (mapping !== undefined) return { format: 'table', mapping: parseMapping(await readFile(mapping, 'utf8')) }
  const format = preset ?? 'spindle'
  const found = Object.hasOwn(presets, format) ? presets[format] : undefined
  if (!found) throw new UsageError(`--preset is one of ${[...Object.keys(presets), dsr].join(', ')}`)
  return { format, mapping: found }
}

/** A source is named as outlets are, so that its numbers stand beside the deliveries to it. */
function readSource(text: string | undefined): string {
  const source = requireOption(text, '--source')
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(source))
    throw new UsageError('--source has small letters, digits, - and _, such as distrokid')
  return source
}

/**
 * Lines are forgotten as soon as the database has them, but V8 gives garbage more room the more of it there was: 130 MiB
 * for a million lines. It looks at these flags whenever it would grow, hence also while the program runs.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=20')
}

export const importReportFile: Command = {
  name: 'reports import',
  usage: `reports import <file...> --source <name> [--preset ${[...Object.keys(presets), dsr].join('|')} | --mapping <file>] [--replace | --add] [--dry-run]`,
  summary: 'Bring in the report of a store, all parts of it at once; --dry-run says what it would do',
  hasJson: true,
  async run(input) {
    const { positionals: paths, values } = parseOptions(input.args, options)
    requireOption(paths[0], '<file>')
    if (values.replace && values.add) throw new UsageError('Give --replace or --add, not both')
    const source = readSource(values.source)
    keepHeapSmall()
    const overlap = values.replace ? 'replace' : values.add ? 'add' : undefined
    try {
      const how = await chooseFormat(values, paths.length)
      const isTrial = values['dry-run']
      const imported = await asOperator(input, ({ reports }) =>
        reports.import({ paths, source, how, overlap, isTrial }),
      )
      show(input, imported, [...outcome(imported, isTrial), ...describeDetails(imported)])
      return exitCodes.ok
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error
      return tellProblems(input, error)
    }
  },
}

function tellProblems({ err }: CommandInput, { problems }: ReportRefused): number {
  err('Nothing was imported.')
  for (const problem of problems) err(plainText(`  ${describeProblem(problem)}`))
  return exitCodes.failed
}

function outcome({ report, isNew, replaced }: ImportedReport, isTrial: boolean): readonly string[] {
  if (!isNew) return [`${report.id} has these bytes already; nothing was imported.`]
  return [
    isTrial
      ? 'This is what would be imported.'
      : `${report.id} is imported. Take it back with: reports undo ${report.id}`,
    ...replaced.map((id) => (isTrial ? `${id} would be replaced.` : `${id} is replaced.`)),
  ]
}

function describeDetails({ report, shares, waiting }: ReportDetails): readonly string[] {
  const { source, format, periodStart, periodEnd, lines } = report
  return [
    `${source} (${format}), ${periodStart} to ${periodEnd}, ${lines} ${lines === 1 ? 'line' : 'lines'}`,
    ...shares.map(describeShare),
    ...waiting.map(({ isrc, gtin14, title, artist, lines: count }) =>
      plainText(`  waits  ${isrc || gtin14 || 'no code'}  ${title}${artist === '' ? '' : `, ${artist}`}  ${count}`),
    ),
  ]
}

function describeShare({ accountId, lines, streams, downloads, currency, revenue }: ReportDetails['shares'][number]) {
  const numbers = [
    `${lines} ${lines === 1 ? 'line' : 'lines'}`,
    streams === null ? '' : `${streams} streams`,
    downloads === null ? '' : `${downloads} downloads`,
    revenue === null || currency === null ? '' : `${revenue} ${currency}`,
  ].filter(Boolean)
  return `  ${accountId ?? 'nobody here'}  ${numbers.join(', ')}`
}

const shownReports = 1000

export const listImportedReports: Command = {
  name: 'reports list',
  usage: 'reports list',
  summary: 'List the reports that were imported, the newest first',
  hasJson: true,
  async run(input) {
    const all = await asOperator(input, ({ reports }) => reports.list(shownReports))
    show(
      input,
      all,
      all.map(({ id, source, periodStart, periodEnd, lines, status, filename }) =>
        plainText(`${id}  ${source}  ${periodStart} to ${periodEnd}  ${lines}  ${status}  ${filename}`),
      ),
    )
    if (all.length === 0) input.err('No report was imported.')
    return exitCodes.ok
  },
}

export const showReport: Command = {
  name: 'reports show',
  usage: 'reports show <id>',
  summary: 'Show where the lines of a report went, and what waits for its recording',
  hasJson: true,
  async run(input) {
    const id = requireOption(parseOptions(input.args, {}).positionals[0], '<id>')
    const details = await asOperator(input, ({ reports }) => reports.find(id))
    if (!details) throw new UsageError(`There is no report ${id}: see reports list`)
    show(input, details, [`${id}  ${details.report.status}`, ...describeDetails(details)])
    return exitCodes.ok
  },
}

export const undoReport: Command = {
  name: 'reports undo',
  usage: 'reports undo <id>',
  summary: 'Take back everything a report said',
  async run(input) {
    const id = requireOption(parseOptions(input.args, {}).positionals[0], '<id>')
    const outcome = await asOperator(input, ({ reports }) => reports.undo(id))
    if (!outcome) throw new UsageError(`There is no report ${id}: see reports list`)
    const { report, isUndone, replaced } = outcome
    if (!isUndone) throw new UsageError(`${id} has ended before: it is ${report.status}`)
    input.out(`${id} is undone.`)
    if (replaced.length > 0)
      input.err(
        `${replaced.join(', ')} stays replaced: ${report.source} has no numbers from it now. Import its file again.`,
      )
    return exitCodes.ok
  },
}
