import type { Release, ReleaseStatus } from '@spindle/client'
import { describeGoLive } from '@spindle/contract/vocabulary'
import { formatWait } from '../output/format-units.ts'

/** The status of a release in words: what happens automatically, and what a person must do. */

/** `delivered`: every outlet has it; it is live now, or on its date. */
export type ReleaseTarget = ReleaseStatus | 'delivered'

const delivered: ReadonlySet<string> = new Set(['scheduled', 'live'])

/** Whether every outlet has the release, so that only its date can be between it and its audience. */
export const isDelivered = ({ status }: Pick<Release, 'status'>): boolean => delivered.has(status)

/** Whether a release has the expected status. */
export const hasReached = (release: Pick<Release, 'status'>, target: ReleaseTarget): boolean =>
  target === 'delivered' ? isDelivered(release) : release.status === target

/** The statuses that a release keeps until a person acts, and what to do. */
const stays: Readonly<Partial<Record<ReleaseStatus, string>>> = {
  draft: 'Submit it with `spindle releases submit`.',
  changes_requested: 'Make the requested changes, then submit it again.',
  rejected: 'Ask the hub operator. `spindle releases clone` copies it into a new draft.',
  delivery_failed: 'See why with `spindle releases deliveries`, then use `spindle releases retry-delivery`.',
  live: 'It is already live.',
  taken_down: 'Submit it again to deliver it again.',
}

/** What to do about a release that waits for a person; undefined while it progresses automatically. */
export function findNextStep(status: string, target: ReleaseTarget = 'delivered'): string | undefined {
  if (status === 'live' && (target === 'takedown_pending' || target === 'taken_down'))
    return 'Take it down with `spindle releases takedown`.'
  if (status === 'live' && target !== 'live' && target !== 'delivered') return 'It has already passed that status.'
  return (stays as Readonly<Record<string, string | undefined>>)[status]
}

/** `Delivered to 2 of 2 outlets; goes live 2027-03-05 00:00 UTC, in 7 d 15 h`, `Live at 1 of 2 outlets`. */
export function describeArrival(release: ArrivedRelease): string {
  const { status, deliveries } = release
  const total = `${deliveries.length} ${deliveries.length === 1 ? 'outlet' : 'outlets'}`
  const count = (states: readonly string[]): number =>
    deliveries.filter((delivery) => states.includes(delivery.status)).length
  if (status === 'live') return `Live at ${count(['live'])} of ${total}`
  const date = describeStart(release)
  return `Delivered to ${count(['sent', 'acknowledged', 'ingested', 'live'])} of ${total}${date === undefined ? '' : `; ${date}`}`
}

type ArrivedRelease = Pick<Release, 'status' | 'deliveries'> & ComingRelease

type ComingRelease = Partial<Pick<Release, 'goesLive'>>

/** `goes live 2026-12-04 18:00 Asia/Tokyo (2026-12-04 09:00 UTC), in 7 d 3 h`; undefined without a date. */
export function describeStart({ goesLive }: ComingRelease, now: number = Date.now()): string | undefined {
  if (!goesLive) return undefined
  const wait = Date.parse(goesLive.at) - now
  return `goes live ${describeGoLive(goesLive)}${wait > 0 ? `, in ${formatWait(wait)}` : ''}`
}

const settled: ReadonlySet<string> = new Set(['live', 'ingested', 'refused', 'failed'])

/** Outlets whose answer is still missing; those that refused the release are listed separately. */
export const listWaitingOutlets = ({
  status,
  deliveries,
}: Pick<Release, 'status' | 'deliveries'>): readonly string[] =>
  delivered.has(status)
    ? deliveries
        .filter((delivery) => !settled.has(delivery.status))
        .map(({ outlet, status: state }) => `${outlet.name} (${state.replaceAll('_', ' ')})`)
    : []
