import type { Idempotency } from '../../http/idempotency/idempotency.ts'
import type { DiskReserve } from '../../platform/blobs/disk-reserve.ts'
import type { Database, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId, Ids } from '../../platform/values/ids.ts'
import type { Quotas } from '../accounts/index.ts'
import { cleanContentType, cleanFilename, detectKind, type FileMetadata } from './model/file-metadata.ts'
import { uploadTooLarge } from './model/upload-errors.ts'
import { insertUpload, type UploadId } from './model/upload-queries.ts'

/** Creates uploads: the row comes first, so that every stored byte belongs to one. */

export interface BeginDependencies {
  readonly database: Database
  readonly ids: Ids
  readonly maxUploadBytes: number
  readonly quotas: Pick<Quotas, 'requireQuota'>
  readonly diskReserve: Pick<DiskReserve, 'requireRoom'>
  readonly unfinishedExpiry: () => Date
}

export interface CreateDependencies extends BeginDependencies {
  readonly idempotency: Idempotency
}

export interface NewFile {
  /** Undefined if the length is deferred. */
  readonly size: number | undefined
  readonly metadata: FileMetadata
}

export interface Creation extends NewFile {
  readonly idempotencyKey?: string | undefined
}

export type BeginUpload = (accountId: AccountId, file: NewFile) => Promise<UploadId>
export type CreateUpload = (accountId: AccountId, creation: Creation) => Promise<UploadId>

/** Uploads that are not requested a second time. */
export const uploadBeginner =
  (dependencies: BeginDependencies): BeginUpload =>
  async (accountId, file) => {
    await requireRoom(dependencies, file)
    return dependencies.database.tenantTransaction(accountId, (trx) => insertNew(dependencies, trx, file))
  }

async function requireRoom({ maxUploadBytes, diskReserve }: BeginDependencies, { size }: NewFile): Promise<void> {
  if (size !== undefined && size > maxUploadBytes) throw uploadTooLarge(maxUploadBytes)
  await diskReserve.requireRoom()
}

export function uploadCreator(dependencies: CreateDependencies): CreateUpload {
  const { database, idempotency } = dependencies
  return async (accountId, creation) => {
    await requireRoom(dependencies, creation)
    const key = creation.idempotencyKey
    const create = async (trx: TenantTransaction): Promise<UploadId> => {
      const insert = () => insertNew(dependencies, trx, creation)
      if (key === undefined) return insert()
      const answer = await idempotency.run(
        trx,
        { operation: 'createUpload', key, content: describeContent(creation) },
        async () => ({
          status: 201,
          headers: {},
          body: await insert(),
        }),
      )
      return answer.body as UploadId
    }
    return database.tenantTransaction(accountId, create, { isRepeatable: key !== undefined })
  }
}

const describeContent = ({ size, metadata: { header: _, ...metadata } }: Creation): unknown => ({
  ...metadata,
  size: size ?? null,
  sha256: metadata.sha256?.toString('hex') ?? null,
})

async function insertNew(
  { ids, quotas, unfinishedExpiry }: BeginDependencies,
  trx: TenantTransaction,
  { size, metadata }: NewFile,
): Promise<UploadId> {
  await quotas.requireQuota(trx, { waitingAnalyses: 1, openUploads: 1, storedBytes: size ?? 0 })
  const id = ids.make('upl')
  await insertUpload(trx, {
    id,
    kind: detectKind(metadata.kind, metadata.filetype),
    filename: cleanFilename(metadata.filename),
    contentType: cleanContentType(metadata.filetype),
    size,
    expectedSha256: metadata.sha256,
    expiresAt: unfinishedExpiry(),
    tusMetadata: metadata.header,
  })
  return id
}
