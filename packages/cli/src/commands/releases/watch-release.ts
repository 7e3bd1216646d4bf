import { setTimeout as sleep } from 'node:timers/promises'
import type { Release, ReleaseEvent, ReleaseStatus, Releases } from '@spindle/client'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { CommandError } from '../../errors/command-error.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { formatHeadline } from './format-release.ts'
import { formatStatusChange } from './list-events.ts'
import type { watch } from './release-commands.ts'

/** Shows each event once, oldest first, from the moment it began. */

const shortestPauseMs = 500
const longestPauseMs = 5_000

export const watchRelease: CommandHandler<typeof watch> = async (context, { releaseId, until = 'live', timeout }) => {
  const { out, signal } = context
  const { releases } = await context.client()
  const deadlineMs = timeout === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeout * 1000
  const takeNew = eventReader(releases, releaseId, signal)
  await takeNew()
  let release = await releases.get(releaseId, { signal })
  out.say(`${formatHeadline(release)} is ${release.status}.`)
  for (let pauseMs = shortestPauseMs; release.status !== until; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    if (release.status in nextSteps) throw deadEnd(release, until)
    if (Date.now() > deadlineMs) throw tooLate(release, until)
    await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    release = await releases.get(releaseId, { signal })
    // Read after the state: what led to it is among them.
    for (const event of await takeNew()) showEvent(context, event)
  }
  out.say(`${out.paint('green', '✔')} It is ${release.status}.`)
  for (const line of describeMissingOutlets(release)) out.say(line)
  return undefined
}

/** A release is live as soon as one outlet has it; this says where it is not, and how to look on. */
export function describeMissingOutlets({ id, status, deliveries }: Release): readonly string[] {
  const others = status === 'live' ? deliveries.filter((delivery) => delivery.status !== 'live') : []
  if (others.length === 0) return []
  const where = others.map(({ outlet, status: state, reason }) => {
    const why = reason === null ? '' : `: ${reason.message}`
    return sanitizeText(`${outlet.name} (${state.replaceAll('_', ' ')}${why})`)
  })
  return [`  Not live yet at ${where.join(', ')}.`, `  See: spindle releases deliveries ${id}`]
}

/** Answers the events since the last time it was asked; the first time the newest one. */
export function eventReader(releases: Releases, releaseId: string, signal: AbortSignal): () => Promise<ReleaseEvent[]> {
  let newest: string | undefined
  let isFirst = true
  return async () => {
    const found: ReleaseEvent[] = []
    for await (const event of releases.listEvents(releaseId, { limit: isFirst ? 1 : 100 }, { signal })) {
      if (event.id === newest) break
      found.unshift(event)
      if (isFirst) break
    }
    isFirst = false
    newest = found.at(-1)?.id ?? newest
    return found
  }
}

function showEvent({ out }: CommandContext, event: ReleaseEvent): void {
  const words = [event.at, event.type, formatStatusChange(event), outletOf(event), event.reason]
  out.document(`${out.isJson ? JSON.stringify(event) : sanitizeText(words.filter(Boolean).join('  '))}\n`)
}

const outletOf = ({ data }: ReleaseEvent): string => (typeof data.outletId === 'string' ? data.outletId : '')

/** Where a release stays until somebody acts, and how. */
export const nextSteps: Readonly<Partial<Record<ReleaseStatus, string>>> = {
  draft: 'Submit it with `spindle releases submit`.',
  changes_requested: 'Read the reason with `spindle releases events`, change it, and submit it again.',
  rejected: 'Read the reason with `spindle releases events`.',
  delivery_failed: 'See why with `spindle releases deliveries`, then use `spindle releases retry-delivery`.',
  live: 'It is live already.',
  taken_down: 'Submit it again to bring it back.',
}

const deadEnd = ({ status }: Release, until: string): CommandError =>
  new CommandError(`It is ${status} and does not become ${until} by itself`, {
    code: 'wait_dead_end',
    fix: status === 'live' ? stepsOfLive(until) : nextSteps[status],
  })

const stepsOfLive = (until: string): string =>
  until === 'takedown_pending' || until === 'taken_down'
    ? 'Take it down with `spindle releases takedown`.'
    : 'It is past that already.'

const tooLate = ({ status }: Release, until: string): CommandError =>
  new CommandError(`The time is over: it is still ${status}, not ${until}`, {
    code: 'wait_timeout',
    fix: 'The release continues without you. Run the same command again to keep watching.',
  })
