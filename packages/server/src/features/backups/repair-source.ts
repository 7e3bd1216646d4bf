import type { Keys } from '../../platform/secrets/encryption.ts'
import type { RepairSource } from '../uploads/index.ts'
import { type ArchiveKeys, contentFile, openArchive } from './archive/archive.ts'
import { ArchiveError } from './archive/archive-error.ts'
import { isSignedWith, readManifest } from './archive/manifest.ts'
import type { ArchivePlace } from './archive/place.ts'

/**
 * The bytes of all backups in one place, for a running hub: files are named by their SHA-256, so any backup of the hub
 * works.
 */

export interface RepairSourceRequest extends Pick<ArchiveKeys, 'secretKey'> {
  readonly from: ArchivePlace
  /** The hub's secret: a backup of another hub is refused. */
  readonly secrets: Keys | undefined
}

export async function openRepairSource(request: RepairSourceRequest): Promise<RepairSource> {
  const archive = await openArchive(request.from, request)
  const signed = await readManifest(archive)
  if (!request.secrets || !isSignedWith(request.secrets, signed))
    throw new ArchiveError(
      `${request.from.name} contains backups of another hub, or of this hub before its secret was replaced`,
      'name the backups of this hub; after "secret rotate", set SPINDLE_SECRET_PREVIOUS to the earlier secret',
    )
  return {
    async open({ size, sha256 }) {
      const stored = { file: contentFile(sha256), bytes: size, sha256 }
      const problem = await archive.findDamage(stored)
      return problem === undefined ? archive.read(stored.file, size) : `no intact copy in the backup: ${problem}`
    },
  }
}
