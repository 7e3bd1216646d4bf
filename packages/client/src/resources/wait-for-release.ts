import type { Release, ReleaseStatus } from '@spindle/contract'
import { type WaitOptions, waitUntil } from '../operations/wait-until.ts'

/** A status, or `delivered` for all in which the outlets have the release. */
export type ReleaseGoal = ReleaseStatus | 'delivered'

/** Which state to wait for; default `live`. `delivered`: at the outlets, live or waiting for its release date. */
export interface ReleaseWaitOptions extends WaitOptions {
  /** One state or several; the first that is reached counts. */
  readonly status?: ReleaseGoal | readonly ReleaseGoal[] | undefined
}

/** States a release leaves only when a person acts. */
const deadEnds = ['changes_requested', 'rejected', 'delivery_failed', 'taken_down'] satisfies ReleaseStatus[]
/** The outlets have it; `scheduled` while its day has not come. */
const delivered = ['live', 'scheduled'] satisfies ReleaseStatus[]

/** Looks until the release is in one of the states; throws `WaitError` when it cannot come there in time. */
export const waitForRelease = (
  releaseId: string,
  read: () => Promise<Release>,
  options: ReleaseWaitOptions,
): Promise<Release> =>
  waitUntil({
    what: `Release ${releaseId}`,
    read,
    targets: [options.status ?? 'live']
      .flat()
      .flatMap((goal): readonly ReleaseStatus[] => (goal === 'delivered' ? delivered : [goal])),
    deadEnds,
    reasonToStop: reasonToStopWaiting,
    options,
  })

/** A release with a date ahead is not live before that date, however long the wait. */
function reasonToStopWaiting({ status, releaseDate }: Release, deadlineMs: number): string | undefined {
  const isBeyondDeadline = releaseDate !== undefined && Date.parse(releaseDate) > deadlineMs
  if (status !== 'scheduled' || !isBeyondDeadline) return undefined
  return `the outlets have it, and it will go live on ${releaseDate}. Wait for "delivered" instead`
}
