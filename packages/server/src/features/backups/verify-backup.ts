import { forEach } from '../../platform/concurrency/concurrency-limit.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import { type ArchiveKeys, findDamaged, openArchive, type ReadableArchive, type StoredFile } from './archive/archive.ts'
import { examinedAtOnce } from './archive/file-threads.ts'
import { isSignedWith, type Manifest, placeOf, readManifest } from './archive/manifest.ts'
import type { ArchivePlace } from './archive/place.ts'
import { listUploads } from './stored-uploads.ts'

/** Whether a backup has everything that its manifest names. Needs only the backup: no hub, no database. */

export interface VerifyRequest extends Pick<ArchiveKeys, 'secretKey'> {
  readonly from: ArchivePlace
  /** The newest one by default. */
  readonly backup?: string | undefined
  /** Reads every file and compares its SHA-256, instead of only its size. */
  readonly isFull: boolean
  /** The hub's secret, if it is available. */
  readonly secrets: Keys | undefined
  onProgress(text: string): void
}

export interface VerifyReport {
  readonly id: string
  readonly createdAt: string
  readonly uploads: number
  readonly bytes: number
  /** Undefined without a secret to compare with. */
  readonly isOfThisHub: boolean | undefined
  /** Each in words, with the file or upload it is about. */
  readonly problems: readonly string[]
  /** Whether there are damaged files that the next backup into the folder copies again. */
  readonly isNoted: boolean
}

export async function verifyBackup(request: VerifyRequest): Promise<VerifyReport> {
  const archive = await openArchive(request.from, request)
  const signed = await readManifest(archive, request.backup)
  const { manifest } = signed
  const problems = [...(await findRowProblems(archive, manifest))]
  const counts = { uploads: 0, bytes: 0 }
  const examine = async (file: StoredFile): Promise<string | undefined> =>
    request.isFull ? archive.findDamage(file) : archive.findProblem(file)
  const lost = new Set(manifest.missing)
  let isNoted = false
  // The list may be the damaged file.
  if (problems.length === 0)
    await forEach(
      listUploads(archive, manifest),
      async (upload) => {
        counts.uploads += 1
        counts.bytes += upload.bytes
        const damage = lost.has(upload.id) ? undefined : await examine(upload)
        if (damage !== undefined && (await request.from.noteDamage(upload.file))) isNoted = true
        const problem = lost.has(upload.id) ? 'its data was lost before the backup' : damage
        if (problem !== undefined) problems.push(`upload ${upload.id}: ${problem}`)
        request.onProgress(`${counts.uploads} uploads, ${counts.bytes} bytes`)
      },
      examinedAtOnce,
    )
  const isOfThisHub = request.secrets && isSignedWith(request.secrets, signed)
  return {
    id: manifest.id,
    createdAt: manifest.createdAt,
    ...counts,
    isOfThisHub,
    problems: problems.toSorted(),
    isNoted,
  }
}

export function findRowProblems(archive: ReadableArchive, manifest: Manifest): Promise<string[]> {
  const files = [...manifest.tables.map(({ rows }) => rows), manifest.jobs, manifest.uploads]
  return findDamaged(
    archive,
    files.map((file) => placeOf(manifest, file)),
  )
}
