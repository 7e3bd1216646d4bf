import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Spindle, TableImport } from '@spindle/client'
import { CommandError, type ExitCode, exitCodes, UsageError } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { InterruptedError } from '../../errors/command-error.ts'
import { formatCount } from '../../output/format-units.ts'
import { showYaml } from '../../output/show-yaml.ts'
import { rememberFinished } from '../uploads/remember-finished.ts'
import { describeQuota, formatColumns, formatTableImport, summarizeTable } from './format-table-import.ts'
import type { importInput } from './import-commands.ts'
import { readMappingOption } from './mapping-files.ts'
import { type Masters, openMasters } from './masters/find-masters.ts'
import { formatFound, type ReleaseWithFiles, withFound } from './masters/preview-masters.ts'
import { sendMasters } from './masters/send-masters.ts'

/** The table first, then the masters that its drafts wait for. The same command again continues: the hub knows both. */

type TableInput = Parameters<CommandHandler<typeof importInput>>[1]

/** A table of 50,000 rows takes the hub some minutes. */
const longestMs = 6 * 3_600_000

export async function importTable(context: CommandContext, input: TableInput): Promise<ExitCode> {
  const content = await readTable(context, input.package)
  const { dryRun, preset, audio } = input
  if (input.mapping !== undefined && preset !== undefined)
    throw new UsageError('--mapping and --preset cannot be used together', 'Leave one of them out.')
  const mapping = input.mapping === undefined ? {} : await readMappingOption(context, input.mapping)
  // Before the table is sent: a wrong folder must not leave drafts without their masters.
  const masters = audio === undefined ? undefined : await openMasters(context, audio)
  const cache = rememberFinished(context.uploadCache)
  try {
    const client = await context.client(cache)
    const body = {
      table: content.toString('base64'),
      filename: basename(input.package),
      dryRun,
      ...(preset === undefined ? {} : { preset }),
      ...mapping,
    }
    const { id } = await client.tableImports.create(body, { signal: context.signal })
    const table = await follow(context, client, id)
    if (table.status === 'refused') throw refused(context, input.package, table)
    if (!masters) return await report(context, { client, table })
    if (dryRun) return await report(context, { client, table, masters })
    const isAttaching = await sendMasters(context, { client, cache, table, masters, input })
    return await report(context, { client, table: isAttaching ? await follow(context, client, id) : table })
  } catch (error) {
    if (context.signal.aborted) throw new InterruptedError('Run the same command again; it continues where it stopped.')
    throw error
  } finally {
    masters?.close()
  }
}

/** Text is compressed: 60,000 rows are more than a request can have. A workbook is compressed already. */
export async function readTable({ cwd }: CommandContext, shown: string): Promise<Buffer> {
  const content = await readFile(resolve(cwd, shown)).catch(() => {
    throw new UsageError(`${shown} cannot be read`, 'Name an existing csv, tsv or xlsx file.')
  })
  return /\.(csv|tsv)$/i.test(shown) ? promisify(gzip)(content) : content
}

/** Says how far the hub is, in tenths. */
async function follow({ out, signal }: CommandContext, client: Spindle, id: string): Promise<TableImport> {
  let told = 0
  return client.tableImports.waitFor(id, {
    signal,
    timeoutMs: longestMs,
    onProgress({ releases, outcomes, endedAt }) {
      const done = releases - outcomes.waiting
      const tenth = releases === 0 ? 0 : Math.floor((done * 10) / releases)
      if (tenth <= told || endedAt !== null) return
      told = tenth
      out.say(`${done} of ${formatCount(releases, 'release')} imported`)
    },
  })
}

interface Reported {
  readonly client: Spindle
  readonly table: TableImport
  /** In a dry run: which file serves which row. */
  readonly masters?: Masters
}

async function report(context: CommandContext, { client, table, masters }: Reported): Promise<ExitCode> {
  const { out, signal } = context
  const releases: ReleaseWithFiles[] = []
  for await (const release of client.tableImports.listOutcomes(table.id, { limit: 100 }, { signal }))
    releases.push(masters ? await withFound(release, masters) : release)
  const { words, needs } = summarizeTable(table, releases)
  out.result({ ...table, releases }, () => [
    ...(table.dryRun ? formatColumns(table) : []),
    ...formatFound(releases, out),
    ...formatTableImport(needs, out),
  ])
  out.say(words)
  const quota = describeQuota(table)
  if (quota !== undefined) out.say(quota)
  if (needs.some(({ problems }) => problems.some(({ severity }) => severity === 'error')))
    out.next(`Next: correct the rows of: spindle imports errors ${table.id} > errors.csv`)
  else if (table.dryRun) out.next('Next: run the command without --dry-run')
  if (table.releaseQuota?.suffices === false) return exitCodes.failed
  return needs.length === 0 ? exitCodes.ok : exitCodes.validation
}

/** The suggestion is the result: it is a mapping file once a person has checked it. */
export function refused(
  { out }: Pick<CommandContext, 'out'>,
  shown: string,
  { problems, suggestedMapping }: Pick<TableImport, 'problems' | 'suggestedMapping'>,
): CommandError {
  const [first, ...others] = problems
  const isSuggested = first?.code === 'columns_unknown' && suggestedMapping !== null
  if (isSuggested) showYaml(out, suggestedMapping, suggestedMapping)
  return new CommandError(`${shown} was refused: ${first?.message ?? 'it cannot be read.'}`, {
    exitCode: exitCodes.validation,
    code: first?.code ?? 'table_refused',
    problems: others.map(({ line, column, message }) => ({
      where: [line === null ? '' : `line ${line}`, column ?? ''].filter((text) => text !== '').join(', '),
      what: message,
    })),
    fix: isSuggested
      ? 'Save the suggested mapping as mapping.yaml, check each column, and add: --mapping mapping.yaml'
      : (first?.fix ?? 'Correct the table and import it again.'),
  })
}
