import type { Finding, ReleaseDocument, ReleasePatch, ReleaseStatus, TakedownRequest } from '@spindle/contract'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { findReleaseByKeys, type ReleaseKeys } from '../content/target-queries.ts'
import { documentOf } from '../model/release-record.ts'
import { lockRelease } from '../release-queries.ts'
import type { ReleaseService } from '../service.ts'
import type { Caller } from '../status/change-release.ts'
import type { ReleaseTrash } from '../trash/release-trash.ts'

/** Releases for code that imports their content. Only `recheck` can submit. */
export interface ReleaseDrafts {
  /** Locked until the transaction ends. */
  find(trx: TenantTransaction, keys: ReleaseKeys): Promise<FoundRelease | undefined>
  /** The same by its id; undefined if it was deleted. */
  lock(trx: TenantTransaction, releaseId: string): Promise<FoundRelease | undefined>
  /** Returns the id. Tracks may lack audio, also after an update. `fillable` are the members that defaults may fill; all unless given. */
  create(caller: Caller, document: ReleaseDocument, fillable?: ReadonlySet<string>): Promise<string>
  update(caller: Caller, releaseId: string, patch: ReleasePatch): Promise<void>
  /** Checks a draft again: outlets or rules may have changed since. One that submits itself is submitted once it has no errors. */
  recheck(trx: TenantTransaction, releaseId: string): Promise<void>
  /** Moves a draft into the trash. */
  remove(caller: Caller, releaseId: string): Promise<void>
  /** Takes it out of review, so that it can be changed. */
  withdraw(caller: Caller, releaseId: string): Promise<void>
  takeDown(caller: Caller, releaseId: string, request: TakedownRequest): Promise<void>
}

export interface FoundRelease {
  readonly id: string
  readonly status: ReleaseStatus
  readonly document: ReleaseDocument
  readonly revision: number
  readonly findings: readonly Finding[]
}

export function releaseDrafts(
  service: Pick<ReleaseService, 'create' | 'update' | 'recheck' | 'withdraw' | 'takeDown'>,
  trash: Pick<ReleaseTrash, 'move'>,
): ReleaseDrafts {
  const lock: ReleaseDrafts['lock'] = async (trx, releaseId) => {
    const release = await lockRelease(trx, releaseId)
    if (!release) return undefined
    const { id, status, revision, findings } = release
    return { id, status, revision, findings, document: documentOf(release) as ReleaseDocument }
  }
  return {
    lock,
    async find(trx, keys) {
      const id = await findReleaseByKeys(trx, keys)
      return id === undefined ? undefined : lock(trx, id)
    },
    create: async (caller, document, fillable) =>
      (await service.create(caller, { ...document, defaults: fillable })).id,
    update: (caller, releaseId, patch) =>
      service.update(caller, { releaseId, patch, ifMatch: undefined, mayLackAudio: true }),
    recheck: (trx, releaseId) => service.recheck(trx, releaseId),
    remove: (caller, releaseId) => trash.move(caller, releaseId, undefined),
    withdraw: (caller, releaseId) => service.withdraw(caller, releaseId),
    takeDown: (caller, releaseId, request) => service.takeDown(caller, releaseId, request),
  }
}
