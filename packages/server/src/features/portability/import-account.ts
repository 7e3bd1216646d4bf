import type { Blobs } from '../../platform/blobs/blobs.ts'
import { forEach } from '../../platform/concurrency/concurrency-limit.ts'
import { type Loading, withLoading } from '../../platform/database/copy/copy-in.ts'
import { findRefusedRow, findTaken } from '../../platform/database/postgres-errors.ts'
import { accountSetting, type Tenant, tenantTransaction } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { OpenDatabase } from '../../platform/open-database.ts'
import { insertNewAccount } from '../accounts/index.ts'
import {
  ArchiveError,
  type ArchiveKeys,
  type BytesRestorer,
  bytesRestorer,
  folderPlace,
  openArchive,
  type ReadableArchive,
} from '../backups/index.ts'
import { type Audit, operatorActor } from '../people/index.ts'
import { deleteFreeUpcs } from '../releases/index.ts'
import {
  analyseUpload,
  findUploadStates,
  findUploads,
  listUnanalysed,
  type NewReceipt,
  type StorageCommands,
  setReceipts,
} from '../uploads/index.ts'
import { checkExport, refuseLink } from './check-export.ts'
import { ImportConflictError, importRows } from './import-rows.ts'
import { type ExportManifest, readExportManifest } from './manifest.ts'
import { type ExportedUpload, findDamagedRows, listExportedUploads } from './verify-export.ts'

/**
 * An account out of an export, into an empty hub or beside others. First comes a dry run of the rows, so that
 * what is refused is refused before a byte is stored. Then the bytes, then the rows in one transaction: an import that
 * was cut off leaves bytes without a row, and starts over. What is here already stays as it is: where it is another one
 * than the one that came, nothing is imported at all.
 */

export interface ImportTarget {
  readonly opened: OpenDatabase
  readonly blobs: Blobs
  readonly storage: Pick<StorageCommands, 'claim'>
  readonly jobs: Jobs
  readonly audit: Audit
}

export interface ImportRequest extends Pick<ArchiveKeys, 'secretKey'> {
  readonly from: string
  /** The newest one where it is left out. */
  readonly id?: string | undefined
  onProgress(text: string): void
}

export interface ImportReport {
  readonly id: string
  readonly account: ExportManifest['account']
  /** Rows and files that were not here before. */
  readonly changes: number
  readonly releases: number
  readonly uploads: number
  readonly storedBytes: number
  /** False where this hub has counted plays of the account itself: those of the export are not added to them. */
  readonly hasPlays: boolean
  /** Uploads whose bytes are not in the export, or not as they were. */
  readonly missing: readonly string[]
}

export async function importAccount(target: ImportTarget, request: ImportRequest): Promise<ImportReport> {
  const archive = await openArchive(folderPlace(request.from), { ...request, holds: 'exports' })
  const manifest = await readExportManifest(archive, request.id)
  const [problem] = await findDamagedRows(archive, manifest)
  if (problem !== undefined)
    throw new ArchiveError(`The export ${manifest.id} is damaged: ${problem}`, 'export the account again')
  await checkExport({ archive, manifest, from: request.from })
  await checkUploads(target, { archive, manifest, from: request.from })
  request.onProgress('checking the rows')
  await dryRun(target, { archive, manifest })
  await target.storage.claim()
  const { receipts, ...bytes } = await importBytes(target, { archive, manifest, onProgress: request.onProgress })
  request.onProgress('importing the rows')
  const rows = await withLoading(target.opened.connection, async (loading) => {
    const imported = await importContent(loading, target, { archive, manifest })
    await setReceipts(loading, receipts)
    return imported
  }).catch((error: unknown) => {
    throw toRefusal(error, manifest)
  })
  const { id, account } = manifest
  return { id, account, ...bytes, ...rows, changes: rows.changes + bytes.uploads }
}

const checkedAtOnce = 500

/** Links lead out of the export, and what another account has under the same id is never touched. */
async function checkUploads(
  { opened: { database } }: Pick<ImportTarget, 'opened'>,
  { archive, manifest, from }: Source & Pick<ImportRequest, 'from'>,
): Promise<void> {
  const tenant = database.tenant(manifest.account.id)
  const refuseForeign = async (ids: readonly ExportedUpload['id'][]): Promise<void> => {
    const own = await findUploads(tenant, ids)
    const [foreign] = [...(await findUploadStates(database.system, ids)).keys()].filter((id) => !own.has(id))
    if (foreign === undefined) return
    throw new ArchiveError(`The upload ${foreign} belongs to another account of this hub`, 'import into another hub')
  }
  let ids: ExportedUpload['id'][] = []
  for await (const { id, file } of listExportedUploads(archive, manifest)) {
    await refuseLink(from, file)
    ids.push(id)
    if (ids.length < checkedAtOnce) continue
    await refuseForeign(ids)
    ids = []
  }
  await refuseForeign(ids)
}

/** Imports the rows in a transaction that is rolled back. */
async function dryRun(target: ImportTarget, source: Source): Promise<void> {
  const done = new Error('The dry run is over')
  await withLoading(target.opened.connection, async (loading) => {
    await importContent(loading, target, source)
    throw done
  }).catch((error: unknown) => {
    if (error !== done) throw toRefusal(error, source.manifest)
  })
}

/** What the database refuses of the rows, without its own words. */
function toRefusal(error: unknown, { id }: ExportManifest): unknown {
  const taken = findTaken(error)
  if (taken !== undefined) return new ImportConflictError([taken])
  const refused = findRefusedRow(error)
  if (refused === undefined) return error
  const { table, column, constraint } = refused
  const where = [table && `table "${table}"`, column && `column "${column}"`, constraint && `rule "${constraint}"`]
  const words = where.filter((word) => word !== undefined && word !== '').join(', ')
  return new ArchiveError(
    `The export ${id} cannot be imported: a row does not match the schema of this hub${words === '' ? '' : ` (${words})`}`,
    'export the account again',
  )
}

type ImportedContent = Pick<ImportReport, 'changes' | 'releases' | 'hasPlays'>

interface Source {
  readonly archive: ReadableArchive
  readonly manifest: ExportManifest
}

async function importContent(
  loading: Loading,
  { jobs, audit }: ImportTarget,
  { archive, manifest }: Source,
): Promise<ImportedContent> {
  const { id: accountId, name, createdAt } = manifest.account
  const trx = tenantTransaction(loading, accountId)
  await loading.row('select set_config($1, $2, true)', [accountSetting, accountId])
  const isNew = await insertNewAccount(loading, { id: accountId, name, createdAt: new Date(createdAt) })
  const { inserted, hasPlays } = await importRows({ loading, trx, archive, manifest })
  if ((inserted.get('upc_ranges') ?? 0) > 0) await deleteFreeUpcs(trx)
  const changes = (isNew ? 1 : 0) + [...inserted.values()].reduce((sum, count) => sum + count, 0)
  if ((inserted.get('uploads') ?? 0) > 0)
    for (const id of await listUnanalysed(trx))
      await jobs.enqueue(loading, analyseUpload, { accountId, id }, { key: `analyse:${id}` })
  if (changes > 0) {
    const data = { account: accountId, name, export: manifest.id }
    await audit.recordForHub(loading, { type: 'account.imported', actor: operatorActor, data })
  }
  return { changes, releases: inserted.get('releases') ?? 0, hasPlays }
}

interface ImportedBytes extends Pick<ImportReport, 'uploads' | 'storedBytes' | 'missing'> {
  readonly receipts: readonly NewReceipt[]
}

async function importBytes(
  { opened, blobs }: Pick<ImportTarget, 'opened' | 'blobs'>,
  { archive, manifest, onProgress }: Source & Pick<ImportRequest, 'onProgress'>,
): Promise<ImportedBytes> {
  const tenant = opened.database.tenant(manifest.account.id)
  const counts = { looked: 0, uploads: 0, storedBytes: 0 }
  const missing: string[] = []
  const receipts: NewReceipt[] = []
  const restorer = bytesRestorer(blobs, archive)
  const bring = async (upload: ExportedUpload): Promise<void> => {
    counts.looked += 1
    if (await needsBytes({ tenant, blobs }, upload)) {
      const receipt = await importUpload(blobs, restorer, upload)
      if (receipt === undefined) missing.push(upload.id)
      else {
        receipts.push({ id: upload.id, receipt })
        counts.uploads += 1
        counts.storedBytes += upload.bytes
      }
    }
    onProgress(`storing uploads: ${counts.looked} checked, ${counts.uploads} stored (${counts.storedBytes} bytes)`)
  }
  await forEach(listExportedUploads(archive, manifest), bring, restorer.atOnce)
  await restorer.finish()
  const { uploads, storedBytes } = counts
  return { uploads, storedBytes, missing, receipts }
}

async function needsBytes(
  { tenant, blobs }: Pick<ImportTarget, 'blobs'> & { readonly tenant: Tenant },
  { id, sha256 }: ExportedUpload,
): Promise<boolean> {
  const known = (await findUploads(tenant, [id])).get(id)
  if (known) {
    const isSame = known.sha256 === sha256 && known.status !== 'expired'
    return isSame && (await blobs.stat({ key: id, receipt: known.receipt }))?.state !== 'complete'
  }
  return true
}

/** Undefined for bytes that the export does not have as they were. */
async function importUpload(
  blobs: Blobs,
  restorer: BytesRestorer,
  upload: ExportedUpload,
): Promise<NewReceipt['receipt'] | undefined> {
  // What an import that was cut off has left.
  await blobs.delete(upload.id)
  const { isWhole, receipt } = await restorer.restore(upload)
  return isWhole ? receipt : undefined
}
