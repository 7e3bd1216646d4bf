import type { ReleaseEvent } from '@spindle/client'
import { type ExitCode, exitCodes } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { explainError } from '../../errors/explain-error.ts'
import { joinCells } from '../../output/format-table.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { eventReader, followRelease } from '../../releases/follow-release.ts'
import { reportArrival } from '../../releases/report-arrival.ts'
import { formatHeadline } from './format-release.ts'
import { formatStatusChange } from './list-events.ts'
import type { watch } from './release-commands.ts'

/** Shows each event once, oldest first, from the moment it began. */
export const watchRelease: CommandHandler<typeof watch> = async (context, { releaseId, until, timeout }) => {
  const { out, signal } = context
  const { releases } = await context.client()
  const takeNew = eventReader(releases, releaseId, signal)
  await takeNew()
  const begun = await releases.get(releaseId, { signal })
  out.say(`${formatHeadline(begun)} is ${begun.status.replaceAll('_', ' ')}.`)
  const release = await followRelease(releases, releaseId, takeNew, {
    until: until ?? 'delivered',
    signal,
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    onEvent: (event) => showEvent(context, event),
    onAway: (error) => out.say(`! ${sanitizeText(explainError(error).message)}. Trying again until it answers.`),
  })
  const exitCode: ExitCode = reportArrival(release, out)
  return exitCode === exitCodes.ok ? undefined : exitCode
}

function showEvent({ out }: CommandContext, event: ReleaseEvent): void {
  const cells = [event.at, event.type, formatStatusChange(event), outletOf(event), event.reason]
  out.oneOfMany(event, () => [joinCells(out.isTerminal ? cells.filter(Boolean) : cells, out.columns)])
}

const outletOf = ({ data }: ReleaseEvent): string => (typeof data.outletId === 'string' ? data.outletId : '')
