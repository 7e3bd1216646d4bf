import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { CopiedPartition, CopiedSequence, CopiedTable } from '../../../platform/database/copy/copy-out.ts'
import { deriveKey, isSignedByAny, type Keys } from '../../../platform/secrets/encryption.ts'
import type { NewBackup, ReadableArchive, StoredFile } from './archive.ts'
import { pickName } from './archive.ts'
import { ArchiveError } from './archive-error.ts'
import { manifestFile } from './manifest-file.ts'

/**
 * The contents of a backup. It is written last, names every other file with its SHA-256, and is signed with the hub's
 * secret, which is not in the backup. With the secret one can check that the backup belongs to this hub, and that the
 * secret opens the sealed values of its rows.
 */

export interface Manifest {
  readonly format: 1
  readonly id: string
  readonly createdAt: string
  readonly hubVersion: string
  readonly postgresVersion: string
  /** The steps that had been applied: a restore creates the tables with the same ones. */
  readonly migrations: readonly string[]
  readonly tables: readonly (CopiedTable & { readonly rows: StoredFile })[]
  readonly partitions: readonly CopiedPartition[]
  readonly sequences: readonly CopiedSequence[]
  readonly jobs: StoredFile
  /** A line for each upload whose bytes must be there: id, bytes, SHA-256. */
  readonly uploads: StoredFile
  /** Uploads whose bytes were missing in the storage when the backup was made. */
  readonly missing: readonly string[]
}

export interface SignedManifest {
  readonly manifest: Manifest
  readonly signature: string
}

const sign = (secret: Buffer, manifest: Manifest): Buffer =>
  createHmac('sha256', deriveKey(secret, 'backups')).update(JSON.stringify(manifest)).digest()

export const isSignedWith = (secrets: Keys, { manifest, signature }: SignedManifest): boolean =>
  isSignedByAny(secrets, (secret) => sign(secret, manifest), Buffer.from(signature, 'hex'))

export const writeManifest = (backup: NewBackup, [secret]: Keys, manifest: Manifest): Promise<StoredFile> => {
  const signed: SignedManifest = { manifest, signature: sign(secret, manifest).toString('hex') }
  return backup.write(manifestFile, Readable.from([`${JSON.stringify(signed, undefined, 1)}\n`], { objectMode: false }))
}

/** The newest backup of the archive, or the one of this name; its files are named from the root of the archive. */
export async function readManifest(archive: ReadableArchive, id?: string): Promise<SignedManifest> {
  const name = await pickName(archive, id)
  const signed = JSON.parse(await text(archive.read(join('backups', name, manifestFile)))) as SignedManifest
  if (signed.manifest.format !== 1)
    throw new ArchiveError(`The backup ${name} was made by a newer version of the hub`, 'use that version')
  return signed
}

/** A file of the backup, and its path in the archive. */
export const placeOf = ({ id }: Pick<Manifest, 'id'>, stored: StoredFile): StoredFile => ({
  ...stored,
  file: join('backups', id, stored.file),
})
