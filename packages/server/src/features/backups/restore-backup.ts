import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { forEach } from '../../platform/concurrency/concurrency-limit.ts'
import { isEmptyDatabase, type Loading, loadCopy } from '../../platform/database/copy/copy-in.ts'
import { loadJobs } from '../../platform/jobs/copy-jobs.ts'
import { migrateDatabase, type OpenDatabase } from '../../platform/open-database.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import { insertRestoredFeedTimeline } from '../plays/index.ts'
import {
  forgetPartialBytes,
  holdSweep,
  isEmptyStorage,
  markAsOwn,
  type NewReceipt,
  replaceReceipts,
  requireStorageOf,
} from '../uploads/index.ts'
import { type ArchiveKeys, openArchive, type ReadableArchive } from './archive/archive.ts'
import { ArchiveError } from './archive/archive-error.ts'
import { isSignedWith, type Manifest, readManifest } from './archive/manifest.ts'
import type { ArchivePlace } from './archive/place.ts'
import { streamedAtOnce } from './archive/readable-archive.ts'
import { insertRestore } from './backup-queries.ts'
import { bytesRestorer } from './restore-bytes.ts'
import { listUploads, readRows, type StoredUpload } from './stored-uploads.ts'
import { findRowProblems } from './verify-backup.ts'

/**
 * Creates a hub from a backup. The bytes come first and the rows last, in one transaction: an interrupted restore
 * leaves files without rows, and no hub starts with those.
 */

export interface RestoreTarget {
  /** Called once, after everything that can be refused was checked: it may create a PostgreSQL. */
  openDatabase(): Promise<OpenDatabase>
  /** Whether `openDatabase` creates one, which is then empty. */
  readonly makesDatabase: boolean
  readonly blobs: Blobs
  readonly now: () => Date
  /** Stores the given secret before anything needs it. */
  keepSecret(secret: Buffer): Promise<unknown>
  /** The database no longer records which secret it belongs to. */
  forgetSecret(loading: Loading): Promise<unknown>
}

export interface RestoreRequest extends Pick<ArchiveKeys, 'secretKey'> {
  readonly from: ArchivePlace
  /** The newest one by default. */
  readonly backup?: string | undefined
  /** The hub's secret, or undefined to continue with a new one. */
  readonly secrets: Keys | undefined
  /** The storage of the hub exists and is intact: its bytes stay unchanged, and only the rows come from the backup. */
  readonly isDatabaseOnly: boolean
  onProgress(text: string): void
}

export interface RestoreReport {
  readonly id: string
  readonly createdAt: string
  readonly tables: number
  readonly uploads: number
  readonly bytes: number
  /** Uploads whose bytes are missing or changed in the backup. */
  readonly missing: readonly string[]
}

/**
 * Ends what was running before the backup: people sign in again, mail that waited is not sent, no process from then runs
 * now, compressed audio, which backups do not contain, is made again, and what was recorded about stored bytes does not apply to the new storage.
 */
const leftOut: ReadonlySet<string> = new Set([
  'challenges',
  'mail_outbox',
  'nodes',
  'notice_events',
  'notice_tallies',
  'outside_requests',
  'renditions',
  'scrub_progress',
  'sessions',
  'upload_scrubs',
])
/**
 * Values that only the secret of the hub opens. Signing keys are created again, and stored answers matter for a day; a
 * webhook without its signing secret must be created again.
 */
const sealedBySecret: ReadonlySet<string> = new Set([
  'idempotency_records',
  'signing_keys',
  'webhook_attempts',
  'webhook_messages',
  'webhooks',
])

export async function restoreBackup(target: RestoreTarget, request: RestoreRequest): Promise<RestoreReport> {
  const { blobs, now } = target
  const archive = await openArchive(request.from, request)
  const signed = await readManifest(archive, request.backup)
  const { manifest } = signed
  if (request.secrets && !isSignedWith(request.secrets, signed))
    throw new ArchiveError(
      'The secret does not belong to the hub in the backup',
      'use the secret of that hub, or add --new-secret',
    )
  const [problem] = await findRowProblems(archive, manifest)
  if (problem !== undefined)
    throw new ArchiveError(`The backup ${manifest.id} is damaged: ${problem}`, 'restore another backup with --backup')
  if (request.isDatabaseOnly) {
    await requireStorage(blobs, true)
    await requireStorageOf(blobs, await findHubId(archive, manifest))
  }
  const opened = await openEmpty(target, request.isDatabaseOnly)
  if (request.secrets) await target.keepSecret(request.secrets[0])
  const { onProgress } = request
  const { receipts, ...bytes } = request.isDatabaseOnly
    ? await findBytes(blobs, { archive, manifest, onProgress })
    : await restoreBytes(blobs, { archive, manifest, onProgress })
  onProgress('restoring the database')
  // With the steps that had been applied then; later ones run on the rows, as in any upgrade.
  await migrateDatabase(opened, new Set(manifest.migrations))
  const isOut = (name: string): boolean => leftOut.has(name) || (!request.secrets && sealedBySecret.has(name))
  const rowsOf = new Map(manifest.tables.map(({ name, rows }) => [name, rows]))
  await loadCopy(
    opened.connection,
    {
      ...manifest,
      async readRows({ name }) {
        const rows = rowsOf.get(name)
        return rows && !isOut(name) ? readRows(archive, manifest, rows) : noRows()
      },
    },
    async (loading) => {
      await beginRestored(loading, { archive, manifest, receipts })
      if (!request.secrets) await target.forgetSecret(loading)
    },
  )
  await markAsOwn({ system: opened.database.system, blobs, now })
  await migrateDatabase(opened)
  return { id: manifest.id, createdAt: manifest.createdAt, tables: manifest.tables.length, ...bytes }
}

/** What a restored database must contain before a hub starts with it. */
async function beginRestored(
  loading: Loading,
  { archive, manifest, receipts }: FromBackup & Pick<RestoredBytes, 'receipts'>,
): Promise<void> {
  await forgetPartialBytes(loading)
  if (receipts) await replaceReceipts(loading, receipts)
  await holdSweep(loading)
  await insertRestoredFeedTimeline(loading, `restored from the backup ${manifest.id}`)
  await insertRestore(loading, manifest)
  await loadJobs(loading, readRows(archive, manifest, manifest.jobs))
}

const emptyFix = 'restore into an empty database and an empty folder; the hub does not overwrite existing data'

/** A refused restore removes what it created. */
async function openEmpty(
  { openDatabase, makesDatabase, blobs }: RestoreTarget,
  isDatabaseOnly: boolean,
): Promise<OpenDatabase> {
  if (makesDatabase) await requireStorage(blobs, isDatabaseOnly)
  const opened = await openDatabase()
  if (!(await isEmptyDatabase(opened.database.system))) throw new ArchiveError('The database is not empty', emptyFix)
  await requireStorage(blobs, isDatabaseOnly)
  return opened
}

/** If only the database is restored, the storage has the uploads; otherwise it is empty. */
async function requireStorage(blobs: Blobs, isDatabaseOnly: boolean): Promise<void> {
  const isEmpty = await isEmptyStorage(blobs)
  if (isDatabaseOnly && isEmpty)
    throw new ArchiveError(
      'The storage for uploads is empty',
      'omit --database-only, or name the storage that has the uploads',
    )
  if (!isDatabaseOnly && !isEmpty)
    throw new ArchiveError(
      'The storage for uploads is not empty',
      `${emptyFix}. If only the database of this hub was lost, add --database-only`,
    )
}

interface FromBackup {
  readonly archive: ReadableArchive
  readonly manifest: Manifest
}

interface RestoredBytes extends Pick<RestoreReport, 'uploads' | 'bytes' | 'missing'> {
  /** Undefined if those in the rows are still valid. */
  readonly receipts: readonly NewReceipt[] | undefined
}

/** The hub that must own the storage, by the rows of the backup; undefined if they do not say. */
async function findHubId(archive: ReadableArchive, manifest: Manifest): Promise<string | undefined> {
  const table = manifest.tables.find(({ name }) => name === 'storage_identity')
  if (!table) return undefined
  const [row = ''] = (await text(readRows(archive, manifest, table.rows))).split('\n')
  return row.split('\t')[table.columns.indexOf('hub_id')]
}

/** Checks by length which bytes the storage has; reading all of them is done by the scrub. */
async function findBytes(
  blobs: Blobs,
  { archive, manifest, onProgress }: FromBackup & Pick<RestoreRequest, 'onProgress'>,
): Promise<RestoredBytes> {
  const counts = { uploads: 0, bytes: 0 }
  const missing: string[] = []
  const look = async ({ id, receipt, bytes }: StoredUpload): Promise<void> => {
    const found = await blobs.stat({ key: id, receipt })
    if (found?.state === 'complete' && found.bytes === bytes) {
      counts.uploads += 1
      counts.bytes += bytes
    } else missing.push(id)
    onProgress(`checking uploads: ${counts.uploads}, ${counts.bytes} bytes`)
  }
  await forEach(listUploads(archive, manifest), look, streamedAtOnce)
  return { ...counts, missing: missing.toSorted(), receipts: undefined }
}

async function restoreBytes(
  blobs: Blobs,
  { archive, manifest, onProgress }: FromBackup & Pick<RestoreRequest, 'onProgress'>,
): Promise<RestoredBytes> {
  const counts = { uploads: 0, bytes: 0 }
  const missing: string[] = []
  const receipts: NewReceipt[] = []
  const restorer = bytesRestorer(blobs, archive)
  const restore = async (upload: StoredUpload): Promise<void> => {
    const { isWhole, receipt } = await restorer.restore(upload)
    if (isWhole) {
      if (receipt !== null) receipts.push({ id: upload.id, receipt })
      counts.uploads += 1
      counts.bytes += upload.bytes
    } else missing.push(upload.id)
    onProgress(`restoring uploads: ${counts.uploads}, ${counts.bytes} bytes`)
  }
  await forEach(listUploads(archive, manifest), restore, restorer.atOnce)
  await restorer.finish()
  return { ...counts, missing: missing.toSorted(), receipts }
}

const noRows = (): Readable => Readable.from([], { objectMode: false })
