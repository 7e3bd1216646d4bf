import { setTimeout as sleep } from 'node:timers/promises'
import type { Release, ReleaseEvent, Releases, SpindleError } from '@spindle/client'
import { CommandError, exitCodes, type Problem } from '@spindle/command-line'
import { retryWhileAway } from '../hub/retry-while-away.ts'
import { findReview, toProblems } from './find-review.ts'
import { listRefusals } from './list-refusals.ts'
import { findNextStep, hasReached, type ReleaseTarget } from './next-steps.ts'

/** Follows a release until it has the expected status, across restarts of the hub. */

/** How long to follow, and the callbacks for what happens. */
export interface FollowOptions {
  readonly until: ReleaseTarget
  readonly signal: AbortSignal
  /** Called with every event once, oldest first. */
  readonly onEvent: (event: ReleaseEvent) => void
  /** Called when the hub does not answer; following continues automatically. */
  readonly onAway: (error: SpindleError) => void
  /** Default: no limit. */
  readonly timeoutMs?: number | undefined
  /** The first pause between two looks, in milliseconds; pauses grow to ten times of it. */
  readonly pauseMs?: number | undefined
}

/** `takeNew` was made before whatever starts the release, so that no event is missed. */
export async function followRelease(
  releases: Releases,
  releaseId: string,
  takeNew: EventReader,
  options: FollowOptions,
): Promise<Release> {
  const { until, signal, onEvent, onAway, timeoutMs, pauseMs = 500 } = options
  const deadlineMs = timeoutMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs
  const patience = { signal, onAway, pauseMs }
  for (let pause = pauseMs; ; pause = Math.min(pause * 1.5, pauseMs * 10)) {
    const release = await retryWhileAway(() => releases.get(releaseId, { signal }), patience)
    // Read after the state, so the events that led to it are included.
    for (const event of await retryWhileAway(takeNew, patience)) onEvent(event)
    if (hasReached(release, until)) return release
    if (findNextStep(release.status, until) !== undefined) throw deadEnd(release, until)
    if (Date.now() > deadlineMs) throw tooLate(release, until)
    await sleep(Math.min(pause, Math.max(1, deadlineMs - Date.now())), undefined, { signal }).catch(() =>
      signal.throwIfAborted(),
    )
  }
}

/** Returns the events since its last call; the first time the newest one. */
export type EventReader = () => Promise<readonly ReleaseEvent[]>

/** Each call costs one request, more only if over a hundred events are new. */
export function eventReader(releases: Releases, releaseId: string, signal: AbortSignal): EventReader {
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

/** A refusal of an outlet or a reviewer is a problem of the release, like an invalid one. */
const refusedStates: ReadonlySet<string> = new Set(['changes_requested', 'rejected', 'delivery_failed'])

function deadEnd(release: Release, until: ReleaseTarget): CommandError {
  const review = findReview(release)
  return new CommandError(
    `The release is ${release.status.replaceAll('_', ' ')} and will not become ${until} without a change`,
    {
      exitCode: refusedStates.has(release.status) ? exitCodes.validation : exitCodes.failed,
      code: 'wait_dead_end',
      problems: review ? toProblems(review) : refusalProblems(release),
      fix: findNextStep(release.status, until),
    },
  )
}

const refusalProblems = (release: Release): readonly Problem[] =>
  listRefusals(release).map(({ outlet, track, message, code, fix }) => ({
    where: track === undefined ? outlet : `${outlet}, track ${track.number}`,
    what: message ?? code ?? 'refused without a reason',
    fix,
  }))

const tooLate = ({ status }: Release, until: ReleaseTarget): CommandError =>
  new CommandError(`Timed out: the release is still ${status.replaceAll('_', ' ')}, not ${until}`, {
    code: 'wait_timeout',
    fix: 'The release continues in the background. Run the same command again to keep watching.',
  })
