import { AppError } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { dayMs } from '../../../platform/values/calendar.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { Quotas } from '../../accounts/index.ts'
import type { Checker } from '../check/release-checker.ts'
import { findReleaseByKeys } from '../content/target-queries.ts'
import { checkContent, contentDocument, keepFindings, rewriteDraft } from '../content/write-draft.ts'
import { requireRevision } from '../model/release-etag.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import {
  applyTrigger,
  type Caller,
  type ChangeRelease,
  type ReleaseChange,
  recordEvent,
  stateConflict,
} from '../status/change-release.ts'
import { chainEvents, chainHead, eventMaker } from '../status/event-chain.ts'
import { insertEvents } from '../status/event-queries.ts'
import {
  deleteTrashed,
  lockDeleted,
  moveToTrash,
  saveDeletedHead,
  type TrashedContent,
  takeFromTrash,
} from './trash-queries.ts'

/** Deleting a draft moves it into the trash; from there it is restored or erased. */
export interface ReleaseTrash {
  /** Throws `release_not_found`, `state_conflict`, `precondition_failed`. */
  move(caller: Caller, releaseId: string, ifMatch: string | undefined): Promise<void>
  /** Throws `release_not_found`, `quota_exceeded`, `external_id_taken`. */
  restore(caller: Caller, releaseId: string): Promise<void>
  /** Throws `release_not_found`. */
  erase(caller: Caller, releaseId: string): Promise<void>
  /** Does nothing if it has not expired, or is not in the trash any more. */
  eraseExpired(caller: Caller, releaseId: string): Promise<void>
}

export interface TrashOptions {
  readonly checker: Checker
  readonly quotas: Pick<Quotas, 'requireQuota'>
  readonly change: ChangeRelease
  readonly clock: Clock
  readonly ids: Ids
  readonly keptDays: number
}

export function releaseTrash(options: TrashOptions): ReleaseTrash {
  const { change, clock, quotas } = options
  return {
    async move(caller, releaseId, ifMatch) {
      await change(caller, releaseId, (begun, release) => {
        requireRevision(ifMatch, release.revision)
        applyTrigger(begun, 'delete')
        // An earlier version made a draft of a release whose second offer was withdrawn.
        if (release.firstDeliveredAt !== null)
          throw stateConflict(release.status, ['edit', 'submit'], 'The release was delivered. Its codes stay with it.')
      })
      const deletedAt = new Date(clock.now())
      const expiresAt = new Date(clock.now() + options.keptDays * dayMs)
      await moveToTrash(caller.trx, releaseId, { actor: caller.actor, deletedAt, expiresAt })
    },
    async restore(caller, releaseId) {
      const { trx } = caller
      const content = (await lockDeleted(trx, releaseId)) && (await takeFromTrash(trx, releaseId))
      if (!content) throw notInTrash()
      await quotas.requireQuota(trx, { releases: 1 })
      await requireFreeExternalId(trx, releaseId, content)
      await change(caller, releaseId, (begun, release) => writeContent(options, begun, { release, content }))
    },
    async erase(caller, releaseId) {
      if (!(await erase(options, caller, { releaseId, expiredAt: null }))) throw notInTrash()
    },
    async eraseExpired(caller, releaseId) {
      await erase(options, caller, { releaseId, expiredAt: new Date(clock.now()) })
    },
  }
}

const notInTrash = (): AppError =>
  new AppError('release_not_found', { detail: 'The trash of the account has no release with this id.' })

/** Names both: the index alone would only say that some release has it. */
async function requireFreeExternalId(
  trx: TenantTransaction,
  releaseId: string,
  { document: { externalId } }: TrashedContent,
): Promise<void> {
  if (externalId === undefined) return
  const keys = { ids: [], externalIds: [externalId], gtin14: null, grid: null }
  const other = await findReleaseByKeys(trx, keys)
  if (other === undefined) return
  const detail = `Release ${other} has the externalId "${externalId}" of the deleted draft ${releaseId}. Nothing was restored.`
  const fix = `Change the externalId of ${other}. Or copy ${releaseId}: a copy has no externalId.`
  throw new AppError('external_id_taken', {
    detail: `${detail} ${fix}`,
    errors: [{ pointer: '/externalId', code: 'external_id_taken', detail, fix }],
  })
}

interface Restored {
  readonly release: ReleaseRecord
  readonly content: TrashedContent
}

/** Codes may be taken, and uploads rejected or expired meanwhile: the findings say so. */
async function writeContent(
  { checker }: TrashOptions,
  change: ReleaseChange,
  { release, content }: Restored,
): Promise<void> {
  const { trx } = change
  recordEvent(change, { type: 'release.restored', to: 'draft' })
  // A person decides when it is submitted: it was deleted once.
  change.state = { ...change.state, submitsItself: false }
  const uploads = await checker.loadUploads(trx, contentDocument(content))
  await rewriteDraft(trx, release, content, uploads)
  await keepFindings(trx, release.id, await checkContent(checker, trx, release, { content, uploads }))
}

interface Erasure {
  readonly releaseId: string
  readonly expiredAt: Date | null
}

/** The history of the release stays, and says who erased it. */
async function erase(
  { ids, clock }: TrashOptions,
  { trx, actor }: Caller,
  { releaseId, expiredAt }: Erasure,
): Promise<boolean> {
  const head = await lockDeleted(trx, releaseId)
  if (!head || !(await deleteTrashed(trx, releaseId, expiredAt))) return false
  const { revision, lastEventSha256 } = head
  const erased = { type: 'release.erased', revision, from: null, to: null, actor, reason: null, data: {} } as const
  const events = chainEvents([erased], lastEventSha256, eventMaker({ ids, at: new Date(clock.now()) }))
  await saveDeletedHead(trx, releaseId, chainHead(events, lastEventSha256))
  await insertEvents(trx, releaseId, events)
  return true
}
