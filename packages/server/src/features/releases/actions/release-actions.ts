import {
  AppError,
  type BulkFilters,
  type BulkOutlets,
  errors,
  type ReleasePatch,
  type TakedownRequest,
} from '@spindle/contract'
import type { Tenant } from '../../../platform/database/sql.ts'
import { type OutletsFeature, requireOutlet } from '../../outlets/index.ts'
import { findCatalogIds } from '../catalog/catalog-queries.ts'
import { parseCatalogQuery } from '../catalog/catalog-query.ts'
import type { ReleaseDeliveries } from '../deliveries/change-deliveries.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import { lockRelease } from '../release-queries.ts'
import type { ReleaseService } from '../service.ts'
import type { Caller } from '../status/change-release.ts'
import { findBlocking, type ReleaseSubmitter } from '../submission/submit-release.ts'
import { findExisting, findNames, type ReleaseName } from './action-queries.ts'
import { chooseOutlets } from './choose-outlets.ts'
import { changesContent, invertPatch, withoutUnknownTracks } from './compare-patch.ts'

/** What bulk jobs do with one release: the operations of the API, with an answer that says whether anything changed. */

export type ReleaseAction =
  | { readonly type: 'patch'; readonly patch: ReleasePatch; readonly isUndo: boolean }
  | { readonly type: 'validate'; readonly outlet?: string | undefined }
  | { readonly type: 'submit' }
  | { readonly type: 'takedown'; readonly request: TakedownRequest }
  | { readonly type: 'outlets'; readonly outlets: BulkOutlets }
  | { readonly type: 'redeliver'; readonly outlet?: string | undefined }

export interface ActionResult {
  /** False if the release was already so. */
  readonly isChanged: boolean
  readonly revision: number
  /** The patch that brings the earlier values back. */
  readonly before?: ReleasePatch
  /** The action was carried out, and what it found is a refusal. */
  readonly refusal?: AppError | undefined
}

export interface ReleaseActions {
  /**
   * Runs in the transaction of the caller. Throws what the single operation throws; `precondition_failed` if the release
   * has another revision than `revision`.
   */
  run(caller: Caller, releaseId: string, action: ReleaseAction, revision?: number | null): Promise<ActionResult>
  /** Throws `validation_failed` if the hub has no outlet with the id in the member `outlet`. */
  requireOutlet(outletId: string): void
  /** At most `limit` releases that match. Throws `validation_failed`. */
  findMatching(tenant: Tenant, filters: BulkFilters, limit: number): Promise<readonly string[]>
  /** Those of the ids that are releases of the account. */
  readonly findExisting: (tenant: Tenant, ids: readonly string[]) => Promise<number>
  readonly findNames: (tenant: Tenant, ids: readonly string[]) => Promise<ReadonlyMap<string, ReleaseName>>
}

export interface ActionOptions {
  readonly service: Pick<ReleaseService, 'change' | 'update' | 'validate' | 'takeDown'>
  readonly submission: Pick<ReleaseSubmitter, 'submit' | 'isSubmitted'>
  readonly deliveries: Pick<ReleaseDeliveries, 'retryFailed'>
  readonly outlets: Pick<OutletsFeature, 'list'>
}

export const releaseActions = (options: ActionOptions): ReleaseActions => ({
  async run(caller, releaseId, action, revision) {
    const release = await lockRelease(caller.trx, releaseId)
    if (!release) throw new AppError('release_not_found')
    if (revision !== undefined && revision !== null && revision !== release.revision) throw otherRevision(release)
    return runAction(options, caller, release, action)
  },
  requireOutlet: (outletId) => void inBody('', () => requireOutlet(options.outlets, outletId)),
  async findMatching(tenant, filters, limit) {
    return findCatalogIds(
      tenant,
      inBody('/filters', () => parseCatalogQuery(filters).filters),
      limit,
    )
  },
  findExisting,
  findNames,
})

const otherRevision = ({ revision }: ReleaseRecord): AppError =>
  new AppError('precondition_failed', {
    detail: `The release is now at revision ${revision}. Read it again and repeat the change if it is still right.`,
  })

function runAction(
  options: ActionOptions,
  caller: Caller,
  release: ReleaseRecord,
  action: ReleaseAction,
): Promise<ActionResult> {
  switch (action.type) {
    case 'patch':
      return patch(options, caller, release, action.isUndo ? withoutUnknownTracks(release, action.patch) : action.patch)
    case 'outlets':
      return patch(options, caller, release, { outlets: chooseOutlets(options.outlets, release, action.outlets) })
    case 'validate':
      return validate(options, caller, release, action.outlet)
    case 'submit':
      return submit(options, caller, release)
    case 'takedown':
      return takeDown(options, caller, release, action.request)
    case 'redeliver':
      return redeliver(options, caller, release, action.outlet)
  }
}

async function patch(
  { service }: ActionOptions,
  caller: Caller,
  release: ReleaseRecord,
  change: ReleasePatch,
): Promise<ActionResult> {
  const { id: releaseId, revision } = release
  if (!changesContent(release, change)) return { isChanged: false, revision }
  await service.update(caller, { releaseId, patch: change, ifMatch: undefined })
  return { isChanged: true, revision: revision + 1, before: invertPatch(release, change) }
}

async function validate(
  { service }: ActionOptions,
  caller: Caller,
  { id, revision }: ReleaseRecord,
  outlet: string | undefined,
): Promise<ActionResult> {
  const { findings } = await service.validate(caller, id, outlet)
  return { isChanged: true, revision, refusal: findBlocking(findings) }
}

async function submit(
  { service, submission }: ActionOptions,
  caller: Caller,
  { id, revision }: ReleaseRecord,
): Promise<ActionResult> {
  let isChanged = false
  await service.change(caller, id, async (change, release) => {
    if (await submission.isSubmitted(change, release)) return
    await submission.submit(change, release)
    isChanged = true
  })
  return { isChanged, revision }
}

async function takeDown(
  { service }: ActionOptions,
  caller: Caller,
  { id, revision, status }: ReleaseRecord,
  request: TakedownRequest,
): Promise<ActionResult> {
  const isDown = status === 'taken_down' || status === 'takedown_pending'
  if (isDown && request.outlets === undefined && request.on === undefined) return { isChanged: false, revision }
  await service.takeDown(caller, id, request)
  return { isChanged: true, revision }
}

async function redeliver(
  { service, deliveries }: ActionOptions,
  caller: Caller,
  { id, revision }: ReleaseRecord,
  outlet: string | undefined,
): Promise<ActionResult> {
  let isChanged = false
  await service.change(caller, id, async (change) => {
    isChanged = await deliveries.retryFailed(change, outlet)
  })
  return { isChanged, revision }
}

/** Reports a wrong query parameter as the member of the body that it is here. */
function inBody<T>(pointer: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof AppError) || errors[error.code].status !== 400) throw error
    const found = (error.options.errors ?? []).map((one) => ({ ...one, pointer: `${pointer}/${one.pointer}` }))
    throw new AppError('validation_failed', { errors: found, cause: error })
  }
}
