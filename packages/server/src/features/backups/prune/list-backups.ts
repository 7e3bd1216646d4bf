import type { Keys } from '../../../platform/secrets/encryption.ts'
import { type ArchiveKeys, openArchive, type ReadableArchive } from '../archive/archive.ts'
import { isSignedWith, readManifest } from '../archive/manifest.ts'
import type { ArchivePlace } from '../archive/place.ts'
import type { DatedBackup } from './keep-rules.ts'

export interface ListRequest extends Pick<ArchiveKeys, 'secretKey'> {
  readonly from: ArchivePlace
  /** The hub's secret, if it is available. */
  readonly secrets: Keys | undefined
}

export interface ListedBackup {
  readonly id: string
  readonly createdAt: string
  readonly hubVersion: string
  /** The size of its own files; those of uploads are shared by all. */
  readonly rowBytes: number
  /** Uploads whose bytes are missing in it. */
  readonly missing: number
  /** Undefined without a secret to compare with. */
  readonly isOfThisHub: boolean | undefined
}

/** A backup whose manifest cannot be read. */
export interface UnreadableBackup {
  readonly id: string
  readonly problem: string
}

export type FoundBackup = ListedBackup | UnreadableBackup

/** All backups of a place, oldest first. */
export async function listBackups(request: ListRequest): Promise<FoundBackup[]> {
  const archive = await openArchive(request.from, request)
  const found: FoundBackup[] = []
  for (const id of await archive.list()) found.push(await describeBackup(archive, id, request.secrets))
  return found
}

async function describeBackup(archive: ReadableArchive, id: string, secrets: Keys | undefined): Promise<FoundBackup> {
  try {
    const signed = await readManifest(archive, id)
    const { createdAt, hubVersion, tables, jobs, uploads, missing } = signed.manifest
    const rowBytes = [...tables.map(({ rows }) => rows), jobs, uploads].reduce((sum, { bytes }) => sum + bytes, 0)
    const isOfThisHub = secrets && isSignedWith(secrets, signed)
    return { id, createdAt, hubVersion, rowBytes, missing: missing.length, isOfThisHub }
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) }
  }
}

export const toDated = ({ id, createdAt, missing }: ListedBackup): DatedBackup => ({
  id,
  at: new Date(createdAt),
  isComplete: missing === 0,
})
