import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FilePlace } from '../../../platform/blobs/blobs.ts'
import { ArchiveError } from './archive-error.ts'
import type { ArchiveFiles } from './archive-files.ts'
import { recipientOf } from './backup-keys.ts'
import { type ArchivePlace, descriptionName } from './place.ts'
import { readableArchive } from './readable-archive.ts'
import type { RereadNote } from './reread-note.ts'

/**
 * Backups, or exports of accounts, in a folder or in a bucket.
 *
 *   archive.json         what it holds, and which key its files are sealed for
 *   files/...            what uploads hold: shared by all backups, written once; of backups by its SHA-256
 *   backups/ID/          the rows of one backup, and its manifest; of exports: exports/ID/
 *   damaged/             names of files that a check found damaged: the next backup copies them again
 *   reread.json          where the last backup ended to read what the folder had already
 *   incoming/            what is being written; a name outside of it is complete and durable
 *
 * A bucket renames nothing, so a backup is complete there once it has its manifest, and `incoming/ID` shows that it is
 * being made.
 */

/** A whole hub or single accounts. An archive of one kind is never used as the other. */
export type ArchiveContent = 'backups' | 'exports'

const words = {
  backups: { one: 'backup', made: 'backup create' },
  exports: { one: 'export', made: 'accounts export' },
} as const

/** The content of a file before it was sealed. */
export interface StoredFile {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

export interface Archive extends RereadNote {
  readonly holds: ArchiveContent
  /** The names of its backups, oldest first. */
  list(): Promise<string[]>
  /** Undefined if the file exists and has the right size. */
  findProblem(file: Omit<StoredFile, 'sha256'>): Promise<string | undefined>
  /** The same, and reads it. */
  findDamage(file: StoredFile): Promise<string | undefined>
  /** A known size saves a request to an object store. */
  read(file: string, bytes?: number): Readable
  /**
   * Copies it to another file of this machine; returns false if it is missing or changed. Absent if files are remote.
   */
  copyTo?(file: StoredFile, place: FilePlace): Promise<boolean>
  /** Writes the content of uploads; rejects with `WrongContentError` if it differs. */
  write(file: StoredFile, content: Readable): Promise<void>
  /** The same for a local file; returns false if it is missing. Absent if files are sealed. */
  copy?(file: StoredFile, source: string): Promise<boolean>
  /** Starts a new backup, which is invisible until `finish`. */
  begin(id: string): Promise<NewBackup>
  /** False if files are sealed: only the owner of the secret key can read them. */
  readonly canReread: boolean
}

export interface NewBackup {
  write(name: string, content: Readable): Promise<StoredFile>
  /** Makes everything written durable, and then the backup visible. */
  finish(): Promise<void>
  /** Ends the mark that a backup is running. Unfinished files stay. */
  end(): void
}

/** How to write an archive. */
export interface Writing {
  readonly holds: ArchiveContent
  /** The key for which files are sealed. */
  readonly recipient: KeyObject | undefined
}

export interface ArchiveKeys {
  /** Backups by default. */
  readonly holds?: ArchiveContent | undefined
  /** The key for which files are sealed. */
  readonly recipient?: KeyObject | undefined
  /** The key that opens sealed files. */
  readonly secretKey?: KeyObject | undefined
}

export const contentFile = (sha256: string): string => join('files', sha256.slice(0, 2), sha256)

interface Description {
  readonly format: 1
  readonly holds: ArchiveContent
  readonly recipient: string | null
}

/** The content of `archive.json`. */
export const describeArchive = (holds: ArchiveContent, recipient: string | null = null): string =>
  `${JSON.stringify({ format: 1, holds, recipient } satisfies Description)}\n`

/** Opens a place for a new backup, and creates it if necessary. */
export async function openArchiveForWriting(
  place: ArchivePlace,
  { holds = 'backups', recipient }: ArchiveKeys,
): Promise<Archive> {
  await place.prepare()
  const wanted = recipient ? recipientOf(recipient) : null
  const found = await readDescription(place, await place.openFiles())
  if (!found) {
    if (!(await place.isEmpty()))
      throw new ArchiveError(`${place.name} contains other files`, `name an empty ${place.kind}`)
    await place.describe(describeArchive(holds, wanted))
  } else if (found.holds !== holds) {
    throw new ArchiveError(`${place.name} already contains ${found.holds}`, `name another ${place.kind}`)
  } else if (found.recipient !== wanted) {
    throw new ArchiveError(
      found.recipient === null
        ? `The ${holds} in ${place.name} are not encrypted`
        : `The ${holds} in ${place.name} are encrypted for ${found.recipient}`,
      found.recipient === null
        ? `name another ${place.kind}, or leave --recipient out`
        : `add --recipient ${found.recipient}, or name another ${place.kind}`,
    )
  }
  return place.openForWriting({ holds, recipient })
}

/** The read operations of a complete archive. */
export type ReadableArchive = Pick<Archive, 'holds' | 'list' | 'findProblem' | 'findDamage' | 'read' | 'copyTo'>

/** Opens a place with backups. */
export async function openArchive(
  place: ArchivePlace,
  { holds = 'backups', secretKey }: ArchiveKeys,
): Promise<ReadableArchive> {
  const files = await place.openFiles()
  const found = await readDescription(place, files)
  if (found?.holds !== holds)
    throw new ArchiveError(
      `${place.name} contains no ${holds}`,
      `name the ${place.kind} that "${words[holds].made} --to" was given`,
    )
  if (found.recipient !== null && !secretKey)
    throw new ArchiveError(`The ${holds} in ${place.name} are encrypted`, 'add --key FILE with the secret key')
  const isSealed = found.recipient !== null
  return readableArchive(files, { holds, isSealed, secretKey: isSealed ? secretKey : undefined })
}

/** The name of the newest backup, or this one. Throws ArchiveError if it does not exist. */
export async function pickName(archive: Pick<Archive, 'holds' | 'list'>, wanted: string | undefined): Promise<string> {
  const { one, made } = words[archive.holds]
  const names = await archive.list()
  const name = wanted ?? names.at(-1)
  if (name === undefined) throw new ArchiveError(`There is no complete ${one}`, `run "${made}" and wait until it ends`)
  if (!names.includes(name))
    throw new ArchiveError(`${one} ${name} does not exist`, `name one of ${names.slice(-5).join(', ')}`)
  return name
}

async function readDescription(place: ArchivePlace, files: ArchiveFiles): Promise<Description | undefined> {
  const content = await files.readText(descriptionName)
  // Empty if the first backup was killed while it created the file.
  if (!content) return undefined
  const found = JSON.parse(content) as Partial<Description>
  if (found.format !== 1)
    throw new ArchiveError(`${place.name} was made by a newer version of the hub`, 'use that version')
  return { format: 1, holds: found.holds ?? 'backups', recipient: found.recipient ?? null }
}

/** Describes problems of files with rows. They are small and everything depends on them, so each is read. */
export async function findDamaged(
  archive: Pick<Archive, 'findDamage'>,
  files: readonly StoredFile[],
): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => ({ file: file.file, problem: await archive.findDamage(file) })),
  )
  return found.flatMap(({ file, problem }) => (problem === undefined ? [] : [`${file}: ${problem}`]))
}
