import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { type Snapshot, withSnapshot } from '../../platform/database/copy/copy-out.ts'
import { waitingJobsText } from '../../platform/jobs/copy-jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { OpenDatabase } from '../../platform/open-database.ts'
import { hubBuild } from '../../platform/process/version.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import { type BytesProblem, digestUploads, examineStored, findProblems, storedUploadsText } from '../uploads/index.ts'
import { type Archive, type ArchiveKeys, type NewBackup, openArchiveForWriting } from './archive/archive.ts'
import { type Manifest, writeManifest } from './archive/manifest.ts'
import type { ArchivePlace } from './archive/place.ts'
import { withTemporaryFile } from './archive/temporary-file.ts'
import { through } from './archive/through.ts'
import { type CopiedBytes, copyBytes } from './copy-bytes.ts'
import { withBytesKept } from './keep-bytes.ts'
import { rereadInTurn } from './reread.ts'
import { parseUploads, type StoredUpload } from './stored-uploads.ts'

/**
 * A backup while the hub works: first all rows of one snapshot, then the bytes that these rows name. From before the
 * rows until after the bytes no bytes are deleted (`keepBytesDuringBackups`).
 */

export interface BackupSources {
  readonly opened: OpenDatabase
  readonly blobs: Blobs
  /** Signs the manifest; the secret is not in the backup. */
  readonly secrets: Keys
  readonly now: () => Date
  readonly log: Log
}

export interface BackupReport extends CopiedBytes {
  readonly id: string
  readonly tables: number
  /** Uploads whose bytes are lost or damaged in the hub, but intact in the backup. */
  readonly lost: readonly LostBytes[]
}

interface LostBytes {
  readonly id: string
  readonly problem: BytesProblem
}

export interface BackupRequest extends Pick<ArchiveKeys, 'recipient'> {
  readonly to: ArchivePlace
  /** Reads all existing files of the folder, and the bytes of the hub too. */
  readonly isFull: boolean
  /** Called repeatedly with the progress. */
  onProgress(text: string): void
}

export async function createBackup(sources: BackupSources, request: BackupRequest): Promise<BackupReport> {
  const { system } = sources.opened.database
  const archive = await openArchiveForWriting(request.to, request)
  const at = sources.now()
  const id = at.toISOString().replaceAll(/[-:.]/g, '')
  return withBytesKept(
    system,
    id,
    () => withTemporaryFile((list) => writeBackup(sources, request, { archive, id, at, list })),
    ({ missing }) => missing.length === 0,
  )
}

interface Writing {
  readonly archive: Archive
  readonly id: string
  readonly at: Date
  /** Keeps the list of uploads until their bytes are copied: sealed files cannot be read back. */
  readonly list: string
}

async function writeBackup(
  sources: BackupSources,
  request: BackupRequest,
  { archive, id, at, list }: Writing,
): Promise<BackupReport> {
  const { opened, blobs, secrets } = sources
  const { onProgress } = request
  const backup = await archive.begin(id)
  try {
    await digestUploads({ database: opened.database, blobs })
    onProgress('copying the database')
    const rows = await withSnapshot(opened.connection, (snapshot) => copyRows(snapshot, backup, list))
    const { missing, lost, ...bytes } = await copyUploads(sources, request, { archive, list })
    await writeManifest(backup, secrets, {
      format: 1,
      id,
      createdAt: at.toISOString(),
      hubVersion: hubBuild,
      ...rows,
      missing: missing.map((upload) => upload.id),
    })
    await backup.finish()
    return { id, tables: rows.tables.length, ...bytes, missing, lost }
  } finally {
    backup.end()
  }
}

/** How much of the existing files is read each time: some minutes of disk time. */
const rereadBytes = 32 * 1024 ** 3

async function copyUploads(
  sources: BackupSources,
  { isFull, onProgress }: BackupRequest,
  { archive, list }: Pick<Writing, 'archive' | 'list'>,
): Promise<CopiedBytes & Pick<BackupReport, 'lost'>> {
  const { blobs, opened } = sources
  const after = isFull ? '' : await archive.findReread()
  const reread = rereadInTurn({ after, budgetBytes: isFull ? Number.POSITIVE_INFINITY : rereadBytes })
  const known = await findProblems(opened.database.system)
  const lost: LostBytes[] = []
  const copying = {
    blobs,
    archive,
    isReread: (upload: StoredUpload) => archive.canReread && reread.isDue(upload),
    async onKept(upload: StoredUpload) {
      const isDoubtful = isFull || known.has(upload.id) || !(await isAsLong(blobs, upload))
      const problem = isDoubtful ? await examineStored(storedBytes(sources), upload.id) : undefined
      if (problem) lost.push({ id: upload.id, problem })
    },
    onProgress,
  }
  const copied = await copyBytes(copying, parseUploads(createReadStream(list)))
  if (archive.canReread) await archive.noteReread(reread.next())
  return { ...copied, lost: lost.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

async function isAsLong(blobs: Blobs, { id, receipt, bytes }: StoredUpload): Promise<boolean> {
  const found = await blobs.stat({ key: id, receipt })
  return found?.state === 'complete' && found.bytes === bytes
}

const storedBytes = ({ opened, blobs, now, log }: BackupSources) => ({
  system: opened.database.system,
  blobs,
  now,
  log,
})

type CopiedRows = Omit<Manifest, 'format' | 'id' | 'createdAt' | 'hubVersion' | 'missing'>

async function copyRows(snapshot: Snapshot, backup: NewBackup, list: string): Promise<CopiedRows> {
  const pack = (name: string, rows: Readable) =>
    backup.write(`${name}.copy.gz`, through(rows, createGzip({ level: 1 })))
  const migrations = await snapshot.listMigrations()
  const tables: Manifest['tables'][number][] = []
  for (const table of await snapshot.listTables())
    tables.push({ ...table, rows: await pack(`table-${table.name}`, snapshot.copyTable(table)) })
  await pipeline(snapshot.copyQuery(storedUploadsText), createWriteStream(list, { flags: 'wx', mode: 0o600 }))
  return {
    postgresVersion: await snapshot.readVersion(),
    migrations,
    tables,
    partitions: await snapshot.listPartitions(),
    jobs: await pack('jobs', snapshot.copyQuery(waitingJobsText)),
    uploads: await pack('uploads', createReadStream(list)),
    sequences: await snapshot.listSequences(),
  }
}
