import { AppError, type Finding, type ReleaseStatus } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import { sha256 } from '../../../platform/values/sha256.ts'
import type { Quotas } from '../../accounts/index.ts'
import type { UploadFacts } from '../../uploads/index.ts'
import { requireReplaceableAudio } from '../audio/replace-audio.ts'
import type { ReplacedTrack } from '../audio/replaced-tracks.ts'
import { forgetRecordings, keepRecordings } from '../check/recording-queries.ts'
import type { Checker } from '../check/release-checker.ts'
import { type PartyHolder, renewParties } from '../content/resolve-parties.ts'
import { checkAgain, contentOf, rewriteDraft } from '../content/write-draft.ts'
import type { ReleaseDeliveries } from '../deliveries/change-deliveries.ts'
import { toColumns } from '../model/release-document.ts'
import {
  documentOf,
  isWithOutlets,
  placedTracksOf,
  type ReleaseRecord,
  settledRevisionOf,
} from '../model/release-record.ts'
import { claimCodes, lockReplacedOf, requireNotReplaced, takeCodes } from '../replacement/check-replacement.ts'
import { applyTrigger, type ReleaseChange, recordEvent, stateConflict, systemActor } from '../status/change-release.ts'
import { isUpdateWaiting, setReview } from '../status/review-state.ts'
import { allowedTriggers, transition } from '../status/state-machine.ts'
import type { IdentifierAssigner } from './assign-identifiers.ts'
import { isUpdateReviewed, type ReviewPolicy, waitForUpdateReview } from './review-policy.ts'
import { findHeldReleases, insertRevision, lockSubmissions, markDelivered } from './submission-queries.ts'

/** Turns an edited release into a frozen revision on its way to the outlets. */
export interface ReleaseSubmitter {
  /** Throws `state_conflict` or `findings_block`. */
  submit(change: ReleaseChange, release: ReleaseRecord): Promise<void>
  /** Whether outlets have this revision, or it waits for its review or delivery: there is nothing to submit. */
  isSubmitted(change: ReleaseChange, release: ReleaseRecord): Promise<boolean>
  /** From submitted or in review to delivering, by the actor of the change. */
  approve(change: ReleaseChange, release: ReleaseRecord): Promise<void>
}

export interface ReleaseSubmitterOptions {
  readonly checker: Checker
  readonly assigner: IdentifierAssigner
  readonly deliveries: ReleaseDeliveries
  /** Of the frozen copies. The caller then already holds other locks of the account. */
  readonly quotas: Pick<Quotas, 'requireQuotaRoughly'>
  readonly clock: Clock
  readonly review: ReviewPolicy
  readonly parties: PartyHolder
}

export function releaseSubmitter(options: ReleaseSubmitterOptions): ReleaseSubmitter {
  const { checker, assigner, deliveries, clock, review } = options
  return {
    async submit(change, release) {
      const { trx } = change
      await requireSubmittable(deliveries, change, release)
      await lockReplacedOf(trx, release)
      // One submission per account at a time: two releases with one UPC would not see each other.
      await lockSubmissions(trx)
      await requireNotReplaced(change, release)
      const replaced = await requireReplaceableAudio(trx, release, new Date(clock.now()))
      // A revision that is frozen already stays as it is, also for another outlet.
      const isFrozen = settledRevisionOf(change.state) === release.revision
      const renewed = isFrozen ? undefined : await renewParties(options.parties, trx, release)
      const assigned = await assigner.assign(trx, { ...release, ...renewed })
      const complete = { ...release, ...assigned }
      const { findings, uploads } = await checkAgain(trx, checker, complete, {
        mayAssign: false,
        mustAskHook: true,
        hookDocument: documentOf({ ...release, ...renewed }),
      })
      refuseErrors(findings)
      if (renewed || assigned.hasChanged) await rewriteDraft(trx, complete, contentOf(complete), uploads)
      await claimCodes(trx, release)
      const digests = await freezeRevision(options, trx, { release: complete, uploads })
      change.state = { ...change.state, submittedAt: new Date(clock.now()), submitsItself: false }
      const isUpdate = isWithOutlets(change.state.status)
      const isReinstated = release.firstDeliveredAt !== null && !isUpdate
      // A release that the operator took down needs the operator's approval, even if review is automatic, and also as a
      // clone or on a compilation.
      const held = await findHeldReleases(trx, release.id, {
        undelivered: isUpdate,
        replaced: replaced.map(({ trackId }) => trackId),
        replacedId: release.document.replaces,
      })
      if (isUpdate && (held.length > 0 || (await isUpdateReviewed(trx, review, complete))))
        return waitForUpdateReview(change, complete, digests)
      const isReviewed =
        review.mode === 'manual' || held.length > 0 || (isReinstated && (await deliveries.isHeld(change)))
      applyTrigger(change, 'submit', { data: digests })
      change.state = { ...change.state, submittedRevision: release.revision, reviewRevision: null }
      if (!isReviewed) change.state = { ...change.state, approvedRevision: release.revision }
      if (change.state.status !== 'submitted')
        return deliver(deliveries, change, complete, { isReinstated: false, replaced })
      if (isReviewed) return setReview(change, { decision: 'waiting', revision: release.revision })
      applyTrigger(change, 'claim', { actor: systemActor })
      applyTrigger(change, 'approve', { actor: systemActor })
      await startDelivery(options, change, complete, { isReinstated, replaced })
    },
    isSubmitted: (change, release) => isSubmitted(deliveries, change, release),
    async approve(change, release) {
      const replaced = await requireReplaceableAudio(change.trx, release, new Date(clock.now()))
      if (isUpdateWaiting(change)) return approveUpdate(options, change, release, replaced)
      if (change.state.status === 'submitted') applyTrigger(change, 'claim')
      applyTrigger(change, 'approve')
      setReview(change, { decision: 'approved', revision: release.revision, decidedAt: new Date(clock.now()) })
      await startDelivery(options, change, release, { isReinstated: release.firstDeliveredAt !== null, replaced })
    },
  }
}

/** A revision that was sent is submitted again only for an outlet that was added since. */
async function requireSubmittable(
  deliveries: ReleaseDeliveries,
  change: ReleaseChange,
  release: ReleaseRecord,
): Promise<void> {
  const { status, submittedRevision, reviewRevision } = change.state
  const result = transition(status, 'submit', 'writer')
  if ('conflict' in result) throw stateConflict(status, result.conflict)
  if (!isWithOutlets(status)) return
  if (reviewRevision === release.revision)
    throw nothingToSubmit(status, `Revision ${release.revision} is already waiting for review.`)
  if (await isDelivered(deliveries, change, release))
    throw nothingToSubmit(
      status,
      `Revision ${submittedRevision} was already submitted. There is nothing new to deliver.`,
    )
}

/** Its outlets were given this revision. */
const isDelivered = async (
  deliveries: ReleaseDeliveries,
  change: ReleaseChange,
  release: ReleaseRecord,
): Promise<boolean> =>
  settledRevisionOf(change.state) === release.revision &&
  !(await deliveries.hasNewOutlet(change, release.document.outlets))

async function isSubmitted(
  deliveries: ReleaseDeliveries,
  change: ReleaseChange,
  release: ReleaseRecord,
): Promise<boolean> {
  const { status, reviewRevision } = change.state
  if (status === 'submitted' || status === 'in_review' || status === 'approved') return true
  if (!isWithOutlets(status)) return false
  return reviewRevision === release.revision || isDelivered(deliveries, change, release)
}

const nothingToSubmit = (status: ReleaseStatus, why: string): AppError =>
  stateConflict(
    status,
    allowedTriggers(status, 'writer').filter((trigger) => trigger !== 'submit'),
    why,
  )

async function approveUpdate(
  { deliveries, clock }: ReleaseSubmitterOptions,
  change: ReleaseChange,
  release: ReleaseRecord,
  replaced: StartedDelivery['replaced'],
): Promise<void> {
  const { revision } = release
  recordEvent(change, { type: 'release.approved' })
  const reviewed = { approvedRevision: revision, submittedRevision: revision, reviewRevision: null }
  change.state = { ...change.state, ...reviewed }
  setReview(change, { decision: 'approved', revision, decidedAt: new Date(clock.now()) })
  // Deliveries that failed everywhere, or wait for their date, are on their way again.
  if (change.state.status === 'delivery_failed' || change.state.status === 'scheduled') applyTrigger(change, 'retry')
  await deliver(deliveries, change, release, { isReinstated: false, replaced })
}

function refuseErrors(findings: readonly Finding[]): void {
  const refusal = findBlocking(findings)
  if (refusal) throw refusal
}

/** `findings_block` with the findings that block a submission; undefined if there are none. */
export function findBlocking(findings: readonly Finding[]): AppError | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return undefined
  return new AppError('findings_block', {
    detail: `${errors.length === 1 ? 'One error' : `${errors.length} errors`} must be fixed first.`,
    errors: errors.map(({ pointer, code, message, fix }) => ({ pointer, code, detail: message, fix })),
  })
}

/**
 * A submission does not change any more, and its digests are in the chain of events: the proof of what was delivered.
 */
async function freezeRevision(
  { quotas }: Pick<ReleaseSubmitterOptions, 'quotas'>,
  trx: TenantTransaction,
  { release, uploads }: { readonly release: ReleaseRecord; readonly uploads: ReadonlyMap<string, UploadFacts> },
): Promise<Record<string, unknown>> {
  const document = release.document
  const tracks = placedTracksOf(release)
  const digest = sha256(canonicalJson({ ...document, tracks }))
  const { coverUploadId, availableAt } = toColumns(document)
  const frozen = { document: JSON.stringify(document), tracks: JSON.stringify(tracks) }
  const documentBytes = Buffer.byteLength(frozen.document) + Buffer.byteLength(frozen.tracks)
  await quotas.requireQuotaRoughly(trx, { documentBytes })
  await insertRevision(trx, release.id, {
    ...frozen,
    documentBytes,
    revision: release.revision,
    coverUploadId,
    availableAt,
    sha256: digest,
  })
  const files = tracks.map(({ id, uploadId }) => [id, uploads.get(uploadId ?? '')?.sha256 ?? null] as const)
  return {
    revisionSha256: digest.toString('hex'),
    audioSha256: Object.fromEntries(files),
    ...(coverUploadId === null ? {} : { coverSha256: uploads.get(coverUploadId)?.sha256 ?? null }),
  }
}

interface StartedDelivery {
  readonly isReinstated: boolean
  /** Their ISRCs move to their new audio. */
  readonly replaced: readonly ReplacedTrack[]
}

async function startDelivery(
  { deliveries, clock }: ReleaseSubmitterOptions,
  change: ReleaseChange,
  release: ReleaseRecord,
  started: StartedDelivery,
): Promise<void> {
  await takeCodes(change, release)
  applyTrigger(change, 'start_delivery', { actor: systemActor })
  const firstDeliveredAt = change.state.firstDeliveredAt ?? new Date(clock.now())
  change.state = { ...change.state, firstDeliveredAt, approvedRevision: release.revision }
  await deliver(deliveries, change, release, started)
}

async function deliver(
  deliveries: ReleaseDeliveries,
  change: ReleaseChange,
  release: ReleaseRecord,
  { isReinstated, replaced }: StartedDelivery,
): Promise<void> {
  await markDelivered(change.trx, release.id)
  await forgetRecordings(
    change.trx,
    release.id,
    replaced.flatMap(({ isrc }) => isrc ?? []),
  )
  await keepRecordings(change.trx, release.id)
  await deliveries.start(change, {
    revision: release.revision,
    outlets: release.document.outlets,
    isReinstated,
  })
}
