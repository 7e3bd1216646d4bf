import {
  AppError,
  type ReleaseCheck,
  type ReleaseInput,
  type RestoredRevision,
  type TakedownRequest,
} from '@spindle/contract'
import type { Clock } from '../../platform/clock.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import type { Ids } from '../../platform/values/ids.ts'
import type { Accounts, Quotas } from '../accounts/index.ts'
import type { Labels } from '../labels/index.ts'
import { type OutletsFeature, requireOutlet } from '../outlets/index.ts'
import type { Checker } from './check/release-checker.ts'
import type { PartyHolder, WrittenRelease } from './content/resolve-parties.ts'
import { checkAgain, contentOf, rewriteDraft } from './content/write-draft.ts'
import type { ReleaseDeliveries } from './deliveries/change-deliveries.ts'
import { type CreatedDraft, type Creation, draftCreator, type LegacyAssetInput } from './drafts/create-draft.ts'
import { discardChanges } from './drafts/discard-changes.ts'
import { editDraft, type Update } from './drafts/edit-draft.ts'
import { isEdited, renewDraft } from './drafts/renew-draft.ts'
import { lockRelease } from './release-queries.ts'
import { giveCodesBack } from './replacement/check-replacement.ts'
import { restoreRevision } from './revisions/restore-revision.ts'
import {
  applyTrigger,
  type Caller,
  type ChangeRelease,
  type ReleaseChange,
  recordEvent,
  releaseChanger,
  systemActor,
} from './status/change-release.ts'
import { isUpdateWaiting, withdrawUpdate } from './status/review-state.ts'
import type { ReleaseSubmitter } from './submission/submit-release.ts'
import type { Takedowns } from './takedown/takedowns.ts'

/** As `ReleaseInput`; what an import gives may lack audio. */
export type NewRelease = WrittenRelease & Pick<ReleaseInput, 'submit'> & Creation

/** The operations on releases. Everything runs in the caller's open transaction, under the lock of the release. */
export interface ReleaseService {
  /** The draft, or with `submit` the submitted release. */
  create(caller: Caller, input: NewRelease): Promise<Pick<CreatedDraft, 'id' | 'filled'>>
  /** A legacy asset is submitted as soon as no finding blocks it. */
  createLegacy(caller: Caller, asset: LegacyAssetInput): Promise<string>
  /** Returns the id of the new draft. */
  clone(caller: Caller, releaseId: string): Promise<string>
  update(caller: Caller, update: Update): Promise<void>
  /** With an outlet only what matters to it. Throws `release_not_found`, `invalid_parameter`. */
  validate(caller: Caller, releaseId: string, outlet?: string): Promise<ReleaseCheck>
  submit(caller: Caller, releaseId: string): Promise<void>
  withdraw(caller: Caller, releaseId: string): Promise<void>
  /** Restores the submitted content, if later changes were not submitted. Throws `state_conflict`. */
  discardChanges(caller: Caller, releaseId: string, ifMatch: string | undefined): Promise<void>
  /** Returns what was not restored. Throws `revision_not_found`, `state_conflict`. */
  restoreRevision(caller: Caller, releaseId: string, revision: number): Promise<RestoredRevision['kept']>
  /** Now, or on the day given with `on`. */
  takeDown(caller: Caller, releaseId: string, request: TakedownRequest): Promise<void>
  cancelTakedown(caller: Caller, releaseId: string): Promise<void>
  retryDelivery(caller: Caller, releaseId: string, deliveryId: string): Promise<void>
  /** Checks editable releases again; a legacy asset is submitted once no finding blocks it. */
  recheck(trx: TenantTransaction, releaseId: string): Promise<void>
  readonly change: ChangeRelease
}

export interface ServiceOptions {
  readonly checker: Checker
  readonly submission: ReleaseSubmitter
  readonly deliveries: ReleaseDeliveries
  readonly takedowns: Takedowns
  readonly accounts: Pick<Accounts, 'findName'>
  readonly outlets: Pick<OutletsFeature, 'list'>
  readonly quotas: Quotas
  readonly parties: PartyHolder
  readonly labels: Pick<Labels, 'fill'>
  readonly clock: Clock
  readonly ids: Ids
}

export function releaseService(options: ServiceOptions): ReleaseService {
  const { checker, submission, deliveries, takedowns, accounts, outlets, quotas, clock, ids, parties, labels } = options
  const change = releaseChanger({ clock, ids })
  const drafts = draftCreator({ checker, quotas, clock, ids, parties, labels, findAccountName: accounts.findName })
  const submit = (caller: Caller, releaseId: string): Promise<void> =>
    change(caller, releaseId, (begun, release) => submission.submit(begun, release))
  return {
    change,
    submit,
    async create(caller, { submit: wantsSubmit, audioChangeReason, defaults, ...document }) {
      const { id, filled } = await drafts.create(caller, document, { audioChangeReason, defaults })
      if (wantsSubmit === true) await submit(caller, id)
      return { id, filled }
    },
    async createLegacy(caller, asset) {
      const { id, errors } = await drafts.createLegacy(caller, asset)
      if (errors === 0) await submit(caller, id)
      return id
    },
    clone: async (caller, releaseId) => (await drafts.clone(caller, releaseId)).id,
    update: (caller, { releaseId, ...update }) =>
      change(caller, releaseId, (begun, release) =>
        editDraft({ checker, quotas, ids, clock, parties }, begun, release, update),
      ),
    validate({ trx }, releaseId, outlet) {
      if (outlet !== undefined) requireOutlet(outlets, outlet)
      return validate(checker, trx, releaseId, outlet)
    },
    withdraw: (caller, releaseId) =>
      change(caller, releaseId, async (begun, release) => {
        await withdraw(begun)
        // Its parties may have changed while it waited.
        await renewDraft({ checker, parties }, begun, release)
      }),
    discardChanges: (caller, releaseId, ifMatch) =>
      change(caller, releaseId, (begun, release) => discardChanges({ checker, quotas }, begun, release, ifMatch)),
    async restoreRevision(caller, releaseId, revision) {
      let kept: RestoredRevision['kept'] = []
      await change(caller, releaseId, async (begun, release) => {
        kept = await restoreRevision({ checker, quotas }, begun, release, revision)
      })
      return kept
    },
    takeDown: (caller, releaseId, { outlets, reason, on }) =>
      change(caller, releaseId, async (begun, release) => {
        if (on === undefined) await takedowns.takeDown(begun, { outlets, reason })
        else await takedowns.plan(begun, release, { outlets, reason, on })
      }),
    cancelTakedown: (caller, releaseId) => change(caller, releaseId, takedowns.cancel),
    retryDelivery: (caller, releaseId, deliveryId) =>
      change(caller, releaseId, (begun) => deliveries.retry(begun, deliveryId)),
    async recheck(trx, releaseId) {
      const release = await lockRelease(trx, releaseId)
      if (!release || !isEdited(release)) return
      const { errors, uploads } = await checkAgain(trx, checker, release)
      await rewriteDraft(trx, release, contentOf(release), uploads)
      if (release.submitsItself && release.status === 'draft' && errors === 0)
        await submit({ trx, actor: systemActor }, releaseId)
    },
  }
}

async function withdraw(change: ReleaseChange): Promise<void> {
  const isUpdate = isUpdateWaiting(change)
  if (isUpdate) recordEvent(change, { type: 'release.withdrawn' })
  else applyTrigger(change, 'withdraw')
  await giveCodesBack(change)
  withdrawUpdate(change)
}

async function validate(
  checker: Checker,
  trx: TenantTransaction,
  releaseId: string,
  outlet: string | undefined,
): Promise<ReleaseCheck> {
  const release = await lockRelease(trx, releaseId)
  if (!release) throw new AppError('release_not_found')
  const { findings, errors, warnings, checkedAt, suggestedType } = await checkAgain(trx, checker, release, {
    outlet,
    mustAskHook: true,
  })
  return {
    findings: [...findings],
    validation: { errors, warnings, checkedAt: checkedAt.toISOString() },
    suggestedType,
  }
}
