import { forEach } from '../../platform/concurrency/concurrency-limit.ts'
import { type Id, isId } from '../../platform/values/ids.ts'
import {
  ArchiveError,
  type ArchiveKeys,
  examinedAtOnce,
  findDamaged,
  folderPlace,
  openArchive,
  type ReadableArchive,
  type StoredFile,
} from '../backups/index.ts'
import { parseJsonLines } from './json-lines.ts'
import {
  type ExportedTable,
  type ExportManifest,
  fileOfUpload,
  placeOfEvents,
  placeOfRows,
  readExportManifest,
} from './manifest.ts'

/** Whether an export has all that its manifest names, every byte read. Needs the folder only: no hub, no database. */

export interface VerifyExportRequest extends Pick<ArchiveKeys, 'secretKey'> {
  readonly from: string
  /** The newest one where it is left out. */
  readonly id?: string | undefined
  onProgress(text: string): void
}

export interface VerifyExportReport {
  readonly id: string
  readonly account: ExportManifest['account']
  readonly createdAt: string
  readonly uploads: number
  readonly bytes: number
  /** The same as in the audit of a hub that has erased exactly this. */
  readonly digest: string
  /** In words, each with what it is about. */
  readonly problems: readonly string[]
}

export async function verifyExport(request: VerifyExportRequest): Promise<VerifyExportReport> {
  const archive = await openArchive(folderPlace(request.from), { ...request, holds: 'exports' })
  const manifest = await readExportManifest(archive, request.id)
  const problems = [...(await findDamagedRows(archive, manifest))]
  const counts = { uploads: 0, bytes: 0 }
  const lost = new Set(manifest.missing)
  // The list itself may be what is damaged.
  if (problems.length === 0)
    await forEach(
      listExportedUploads(archive, manifest),
      async (upload) => {
        counts.uploads += 1
        counts.bytes += upload.bytes
        const problem = lost.has(upload.id) ? 'its data was lost before the export' : await archive.findDamage(upload)
        if (problem !== undefined) problems.push(`upload ${upload.id}: ${problem}`)
        request.onProgress(`${counts.uploads} uploads, ${counts.bytes} bytes`)
      },
      examinedAtOnce,
    )
  const { id, account, createdAt, uploadsSha256: digest } = manifest
  return { id, account, createdAt, ...counts, digest, problems: problems.toSorted() }
}

export const findDamagedRows = (archive: ReadableArchive, manifest: ExportManifest): Promise<string[]> =>
  findDamaged(archive, [...manifest.tables.map((table) => placeOfRows(manifest, table)), ...placeOfEvents(manifest)])

export const findTable = (manifest: ExportManifest, name: string): ExportedTable | undefined =>
  manifest.tables.find((table) => table.name === name)

export interface ExportedUpload extends StoredFile {
  readonly id: Id<'upl'>
}

interface UploadLine {
  readonly id: string
  readonly size: number | null
  readonly sha256: string | null
  readonly status: string
  readonly technical: { readonly container?: unknown } | null
}

const withBytes: ReadonlySet<string> = new Set(['received', 'analysing', 'ready', 'rejected'])

/** The uploads of an export whose bytes must be there. */
export async function* listExportedUploads(
  archive: ReadableArchive,
  manifest: ExportManifest,
): AsyncGenerator<ExportedUpload> {
  const table = findTable(manifest, 'uploads')
  if (!table) throw new ArchiveError(`The export ${manifest.id} has no list of uploads`, 'export the account again')
  for await (const line of parseJsonLines<UploadLine>(archive.read(placeOfRows(manifest, table).file))) {
    const { id, size, sha256, status, technical } = line
    if (!withBytes.has(status) || sha256 === null) continue
    if (!isId('upl', id) || size === null || !/^\\x[0-9a-f]{64}$/.test(sha256))
      throw new ArchiveError(`An upload in the export ${manifest.id} is not valid`, 'export the account again')
    const container = typeof technical?.container === 'string' ? technical.container : undefined
    yield { id, bytes: size, sha256: sha256.slice(2), file: fileOfUpload(id, container) }
  }
}
