import type { Spindle } from '@spindle/client'
import { CommandError, type ExitCode, exitCodes } from '@spindle/command-line'
import type { CommandContext } from '../../../command-line/command-context.ts'
import type { CommandHandler } from '../../../command-line/define-command.ts'
import { formatTable, type TableColumns } from '../../../output/format-table.ts'
import { formatCount } from '../../../output/format-units.ts'
import { awaitBulk, type EndedBulk, endWith, formatEnded } from '../../bulk/follow-bulk.ts'
import type { applyTable as input } from '../catalog-commands.ts'
import {
  type Compared,
  compareRelease,
  type Difference,
  type Problem,
  refuseUnknown,
  type TableRow,
} from './compare-table.ts'
import { readReleases } from './export-table.ts'
import { readTable } from './read-table.ts'
import { readTableText } from './read-table-text.ts'

/** Compares the table with the releases as they are, and patches those that differ by bulk jobs. */
export const applyTable: CommandHandler<typeof input> = async (context, { file, dryRun, yes }) => {
  const rows = readTable(await readTableText(context, file))
  const compared = await compareAll(context, rows)
  const { differences, problems, targets } = compared
  const jobs: EndedBulk[] = []
  try {
    showDifferences(context, compared)
    if (problems.length > 0) throw refusedRows(problems.length)
    if (targets.length === 0) return exitCodes.ok
    if (!dryRun) await context.confirm(describeChange(compared), yes)
    return await patchTargets(context, { targets, dryRun, jobs })
  } finally {
    // One document for all jobs, also if one of them cannot be started.
    if (context.out.isJson) context.out.json({ differences, problems, jobs })
  }
}

const describeChange = ({ differences, targets }: AllCompared): string =>
  `Change ${formatCount(differences.length, 'cell')} of ${formatCount(targets.length, 'release')}?`

interface Patching {
  readonly targets: readonly Target[]
  readonly dryRun: boolean
  /** The jobs that have ended. */
  readonly jobs: EndedBulk[]
}

async function patchTargets(context: CommandContext, { targets, dryRun, jobs }: Patching): Promise<ExitCode> {
  const { out, signal } = context
  let worst: ExitCode = exitCodes.ok
  for (const releases of splitTargets(targets)) {
    const { bulk } = await context.client()
    const job = await awaitBulk(context, await bulk.create({ action: 'patch', releases, dryRun }, { signal }))
    jobs.push(job)
    if (!out.isJson) out.result(job, () => formatEnded(out, job))
    const code = endWith(context, job)
    if (code !== exitCodes.ok) worst = code
  }
  return worst
}

type Target = NonNullable<Compared['target']>

interface AllCompared {
  readonly differences: readonly Difference[]
  readonly problems: readonly Problem[]
  readonly targets: readonly Target[]
}

const readersAtATime = 4

async function compareAll(context: CommandContext, rows: readonly TableRow[]): Promise<AllCompared> {
  const client = await context.client()
  const byRelease = Map.groupBy(rows, ({ releaseId }) => releaseId)
  const ids = [...byRelease.keys()]
  const compared: Compared[] = []
  for (let start = 0; start < ids.length; start += readersAtATime)
    compared.push(...(await compareSome(client, ids.slice(start, start + readersAtATime), byRelease, context.signal)))
  return {
    differences: compared.flatMap((one) => one.differences),
    problems: compared.flatMap((one) => one.problems),
    targets: compared.flatMap(({ target }) => target ?? []),
  }
}

async function compareSome(
  client: Spindle,
  ids: readonly string[],
  byRelease: ReadonlyMap<string, TableRow[]>,
  signal: AbortSignal,
): Promise<Compared[]> {
  const releases = new Map((await readReleases(client, ids, signal)).map((release) => [release.id as string, release]))
  return ids.map((id) => {
    const [release, rows] = [releases.get(id), byRelease.get(id) ?? []]
    return release ? compareRelease(release, rows) : refuseUnknown(rows)
  })
}

const differenceColumns: TableColumns<Difference> = [
  ['line', ({ line }) => String(line)],
  ['release', ({ releaseId }) => releaseId, 'id'],
  ['track', ({ trackId }) => trackId, 'id'],
  ['member', ({ member }) => member],
  ['before', ({ before }) => before, 'text'],
  ['after', ({ after }) => after, 'text'],
]

/** JSON shows both at the end. */
function showDifferences({ out }: CommandContext, { differences, problems }: AllCompared): void {
  if (out.isJson) return
  const options = { header: out.isTerminal, columns: out.columns }
  out.result(differences, () =>
    differences.length === 0 ? ['Nothing changes.'] : formatTable(differenceColumns, differences, options),
  )
  for (const { line, releaseId, message } of problems) out.say(`Line ${line}, ${releaseId}: ${message}`)
}

const refusedRows = (count: number): CommandError =>
  new CommandError(`${count === 1 ? '1 row was' : `${count} rows were`} refused, so nothing was changed`, {
    code: 'table_refused',
    exitCode: exitCodes.validation,
    fix: 'Correct or remove these rows.',
  })

/** Below the 1 MiB of a request. */
const maxJobCharacters = 400_000
const maxJobReleases = 1_000

function splitTargets(targets: readonly Target[]): Target[][] {
  const jobs: Target[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const target of targets) {
    const length = JSON.stringify(target).length
    if (characters + length > maxJobCharacters || (jobs.at(-1)?.length ?? 0) >= maxJobReleases) {
      jobs.push([])
      characters = 0
    }
    jobs.at(-1)?.push(target)
    characters += length
  }
  return jobs
}
