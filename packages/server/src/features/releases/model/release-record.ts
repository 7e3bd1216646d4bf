import type { DeliverySummary, Finding, ReleaseStatus, Review } from '@spindle/contract'
import type { Actor } from './actor.ts'
import type { ReleaseMembers, TrackDocument } from './release-document.ts'

/** A release as stored, with its tracks in play order. */
export interface ReleaseRecord {
  readonly id: string
  readonly status: ReleaseStatus
  readonly revision: number
  readonly submittedRevision: number | null
  /** Has the content of the submitted revision again, because later changes were discarded. */
  readonly restoredRevision: number | null
  /** The last approved revision, with which later ones are compared. */
  readonly approvedRevision: number | null
  /** A new revision waits for review while outlets have the previous one. */
  readonly reviewRevision: number | null
  readonly review: Review | null
  readonly firstDeliveredAt: Date | null
  readonly legacy: boolean
  readonly submitsItself: boolean
  readonly document: ReleaseMembers
  readonly tracks: readonly TrackRecord[]
  readonly findings: readonly Finding[]
  readonly errors: number
  readonly warnings: number
  readonly checkedAt: Date
  readonly summary: DeliverySummary
  readonly lastEventSha256: Buffer | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly submittedAt: Date | null
  readonly liveAt: Date | null
  /** The submitted release that has its codes. */
  readonly replacedBy: string | null
  readonly plannedTakedown: PlannedTakedown | null
  /** The moment at which it is carried out. */
  readonly plannedTakedownAt: Date | null
}

/** In the row of its release until it is carried out or cancelled. */
export interface PlannedTakedown {
  /** A date of the calendar. */
  readonly on: string
  /** Ids of outlets; null means all that have the release at that time. */
  readonly outlets: readonly string[] | null
  readonly reason: string
  readonly actor: Actor
}

export interface TrackRecord {
  readonly id: string
  readonly disc: number
  readonly number: number
  readonly durationMs: number | null
  readonly delivered: boolean
  readonly document: Omit<TrackDocument, 'id'>
}

/** The release as a person would write it, for rules and patches. */
export const documentOf = ({
  document,
  tracks,
}: Pick<ReleaseRecord, 'document'> & { readonly tracks: readonly Pick<TrackRecord, 'id' | 'document'>[] }) => ({
  ...document,
  tracks: tracks.map((track) => ({ id: track.id as `trk_${string}`, ...track.document })),
})

/** The tracks as frozen: each with its place and length. */
export const placedTracksOf = (release: Pick<ReleaseRecord, 'document' | 'tracks'>) =>
  documentOf(release).tracks.map(({ durationMs: _written, ...track }, index) => {
    const { disc = 1, number = index + 1, durationMs = null } = release.tracks[index] ?? {}
    return { ...track, disc, number, ...(durationMs === null ? {} : { durationMs }) }
  })

export const outStatuses: readonly ReleaseStatus[] = [
  'approved',
  'delivering',
  'scheduled',
  'delivery_failed',
  'live',
  'takedown_pending',
  'taken_down',
]

/** Outlets have it or are receiving it; later changes are new revisions. */
export const isWithOutlets = (status: ReleaseStatus): boolean =>
  status === 'delivering' || status === 'scheduled' || status === 'live' || status === 'delivery_failed'

/** The newest revision with the content that was submitted last. */
export const settledRevisionOf = ({
  submittedRevision,
  restoredRevision,
}: Pick<ReleaseRecord, 'submittedRevision' | 'restoredRevision'>): number | null =>
  submittedRevision === null ? null : Math.max(submittedRevision, restoredRevision ?? 0)

/** The revision that was edited after outlets received an older one. */
export const pendingRevisionOf = ({
  status,
  revision,
  ...revisions
}: Pick<ReleaseRecord, 'status' | 'revision' | 'submittedRevision' | 'restoredRevision'>): number | null => {
  const settled = settledRevisionOf(revisions)
  return outStatuses.includes(status) && settled !== null && revision > settled ? revision : null
}
