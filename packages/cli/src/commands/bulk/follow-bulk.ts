import { setTimeout as sleep } from 'node:timers/promises'
import { type ExitCode, exitCodes } from '@spindle/command-line'
import type { Bulk, BulkRelease } from '@spindle/contract'
import type { CommandContext } from '../../command-line/command-context.ts'
import { retryWhileAway } from '../../hub/retry-while-away.ts'
import { formatTable, type TableColumns } from '../../output/format-table.ts'
import { formatCount } from '../../output/format-units.ts'
import type { Output } from '../../output/terminal-output.ts'

/** A bulk job until it has ended, and what was refused. */

/** The releases of a job, with the reason of each refusal. */
export const outcomeColumns: TableColumns<BulkRelease> = [
  ['release', ({ releaseId }) => releaseId, 'id'],
  ['title', ({ title }) => title, 'text'],
  ['artist', ({ displayArtist }) => displayArtist, 'extra text'],
  ['outcome', ({ outcome }) => outcome],
  ['code', ({ code }) => code],
  ['reason', describeRefusal, 'text'],
]

/** Each locked field and finding with its fix; otherwise what the hub says. */
function describeRefusal({ message, errors }: BulkRelease): string | null {
  if (errors.length === 0) return message
  return errors.map((error) => `${error.pointer}: ${error.message} ${error.fix ?? ''}`.trim()).join(' ')
}

/** One line: the action, the state and the counts. */
export const formatBulk = ({ id, action, status, dryRun, counts }: Bulk): string => {
  const { total, waiting, done, unchanged, refused } = counts
  const left = waiting === 0 ? '' : `, ${waiting} waiting`
  return `${id}: ${action}${dryRun ? ' (dry run)' : ''} is ${status}. ${formatCount(total, 'release')}: ${done} done, ${unchanged} unchanged, ${refused} refused${left}.`
}

/** Shows a job that has started, and how to follow it. */
export function showBulk({ out }: CommandContext, job: Bulk): undefined {
  out.result(job, () => [formatBulk(job)])
  out.next(`Next: spindle bulk watch ${job.id}`)
}

const pauseMs = 500
const longestPauseMs = 5_000
/** How many refusals are shown; the command named below them shows all. */
const shownRefusals = 20

/** A job that has ended, with the first releases that were refused. */
export type EndedBulk = Bulk & { readonly refused: readonly BulkRelease[] }

/** Ends with 4 if a release was refused, with 1 if the job was paused or cancelled. */
export async function followBulk(context: CommandContext, started: Bulk): Promise<ExitCode> {
  const { out } = context
  const job = await awaitBulk(context, started)
  out.result(job, () => formatEnded(out, job))
  return endWith(context, job)
}

/** Waits for the end, and reads what was refused. */
export async function awaitBulk(context: CommandContext, started: Bulk): Promise<EndedBulk> {
  const job = await waitForEnd(context, started)
  const { signal } = context
  const { bulk } = await context.client()
  const refused =
    job.counts.refused === 0
      ? []
      : (await bulk.listOutcomes(job.id, { outcome: 'refused', limit: shownRefusals }, { signal }).page()).data
  return { ...job, refused }
}

/** What was refused, then the line of the job. */
export const formatEnded = ({ isTerminal, columns }: Output, job: EndedBulk): readonly string[] => [
  ...(job.refused.length > 0 ? formatTable(outcomeColumns, job.refused, { header: isTerminal, columns }) : []),
  formatBulk(job),
]

/** The exit code of a job, after a hint to what is not shown. */
export function endWith({ out }: CommandContext, job: EndedBulk): ExitCode {
  if (job.counts.refused > job.refused.length)
    out.next(`All refusals: spindle bulk releases ${job.id} --outcome refused --all`)
  if (job.status !== 'completed') return exitCodes.failed
  return job.counts.refused > 0 ? exitCodes.validation : exitCodes.ok
}

async function waitForEnd(context: CommandContext, started: Bulk): Promise<Bulk> {
  const { out, signal } = context
  const { bulk } = await context.client()
  const onAway = () => out.say('The hub does not answer; waiting for it.')
  let job = started
  let shown = -1
  for (let pause = pauseMs; job.status === 'running'; pause = Math.min(pause * 1.5, longestPauseMs)) {
    const { total, waiting } = job.counts
    if (out.isLive && waiting !== shown) out.say(`${total - waiting} of ${total} releases`)
    shown = waiting
    await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted())
    job = await retryWhileAway(() => bulk.get(started.id, { signal }), { signal, onAway, pauseMs })
  }
  return job
}
