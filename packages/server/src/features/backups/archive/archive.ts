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

/** Hubs as a whole, or accounts. One is never taken for the other. */
export type ArchiveContent = 'backups' | 'exports'

const words = {
  backups: { one: 'backup', made: 'backup create' },
  exports: { one: 'export', made: 'accounts export' },
} as const

/** What a file holds, before it was sealed. */
export interface StoredFile {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

export interface Archive extends RereadNote {
  readonly holds: ArchiveContent
  /** The names of its backups, oldest first. */
  list(): Promise<string[]>
  /** Undefined when the file is there and as long as it should be. */
  findProblem(file: Omit<StoredFile, 'sha256'>): Promise<string | undefined>
  /** The same, and reads it. */
  findDamage(file: StoredFile): Promise<string | undefined>
  /** How long it is, where that is known, saves a question to an object store. */
  read(file: string, bytes?: number): Readable
  /** Copies it to another file of this machine; false where it is not there as it was stored. Absent where it comes from elsewhere. */
  copyTo?(file: StoredFile, place: FilePlace): Promise<boolean>
  /** Writes what uploads hold; rejects with `WrongContentError` when it is something else. */
  write(file: StoredFile, content: Readable): Promise<void>
  /** The same for a local file; false without the file. Absent where files are sealed. */
  copy?(file: StoredFile, source: string): Promise<boolean>
  /** A new backup: it is invisible before `finish`. */
  begin(id: string): Promise<NewBackup>
  /** False where files are sealed: only their owner can read them. */
  readonly canReread: boolean
}

export interface NewBackup {
  write(name: string, content: Readable): Promise<StoredFile>
  /** Makes all that was written durable, and then the backup visible. */
  finish(): Promise<void>
  /** Stops what shows others that it is being made. What was not finished is left. */
  end(): void
}

/** How an archive is written. */
export interface Writing {
  readonly holds: ArchiveContent
  /** Files are sealed for it. */
  readonly recipient: KeyObject | undefined
}

export interface ArchiveKeys {
  /** Backups where it is left out. */
  readonly holds?: ArchiveContent | undefined
  /** Files are sealed for it. */
  readonly recipient?: KeyObject | undefined
  /** Opens what was sealed. */
  readonly secretKey?: KeyObject | undefined
}

/** The storage gave other bytes than the database says. */
export class WrongContentError extends Error {
  constructor() {
    super('the content differs from the stored file')
    this.name = 'WrongContentError'
  }
}

/** The storage has a file that it cannot read, such as one on a bad sector. */
export class UnreadableContentError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableContentError'
  }
}

export const contentFile = (sha256: string): string => join('files', sha256.slice(0, 2), sha256)

interface Description {
  readonly format: 1
  readonly holds: ArchiveContent
  readonly recipient: string | null
}

/** What `archive.json` says. */
export const describeArchive = (holds: ArchiveContent, recipient: string | null = null): string =>
  `${JSON.stringify({ format: 1, holds, recipient } satisfies Description)}\n`

/** Opens a place for a new backup, and makes it when there is none. */
export async function openArchiveForWriting(
  place: ArchivePlace,
  { holds = 'backups', recipient }: ArchiveKeys,
): Promise<Archive> {
  await place.prepare()
  const wanted = recipient ? recipientOf(recipient) : null
  const found = await readDescription(place, await place.openFiles())
  if (!found) {
    if (!(await place.isEmpty()))
      throw new ArchiveError(`${place.name} has files of something else`, `name an empty ${place.kind}`)
    await place.describe(describeArchive(holds, wanted))
  } else if (found.holds !== holds) {
    throw new ArchiveError(`${place.name} is a ${place.kind} of ${found.holds}`, `name another ${place.kind}`)
  } else if (found.recipient !== wanted) {
    throw new ArchiveError(
      found.recipient === null
        ? `The ${holds} in ${root} are not encrypted`
        : `The ${holds} in ${root} are encrypted for ${found.recipient}`,
      found.recipient === null
        ? `name another ${place.kind}, or leave --recipient out`
        : `add --recipient ${found.recipient}, or name another ${place.kind}`,
    )
  }
  return place.openForWriting({ holds, recipient })
}

/** What can be read of an archive that is complete. */
export type ReadableArchive = Pick<Archive, 'holds' | 'list' | 'findProblem' | 'findDamage' | 'read' | 'copyTo'>

/** Opens a place that has backups. */
export async function openArchive(
  place: ArchivePlace,
  { holds = 'backups', secretKey }: ArchiveKeys,
): Promise<ReadableArchive> {
  const files = await place.openFiles()
  const found = await readDescription(place, files)
  if (found?.holds !== holds)
    throw new ArchiveError(
      `${place.name} holds no ${holds}`,
      `name the ${place.kind} that "${words[holds].made} --to" was given`,
    )
  if (found.recipient !== null && !secretKey)
    throw new ArchiveError(`The ${holds} in ${root} are encrypted`, 'add --key FILE with the secret key')
  const isSealed = found.recipient !== null
  return readableArchive(files, { holds, isSealed, secretKey: isSealed ? secretKey : undefined })
}

const openTar = (path: string): Promise<ArchiveFiles> =>
  filesOfTar(path).catch((error: unknown) => {
    if (!(error instanceof TarError)) throw error
    throw new ArchiveError(`${path} cannot be read: ${error.message}`, 'name a completely downloaded tar file')
  })

/** The name of the newest, or this one. Throws ArchiveError where it is not there. */
export async function pickName(archive: Pick<Archive, 'holds' | 'list'>, wanted: string | undefined): Promise<string> {
  const { one, made } = words[archive.holds]
  const names = await archive.list()
  const name = wanted ?? names.at(-1)
  if (name === undefined)
    throw new ArchiveError(`The folder contains no complete ${one}`, `run "${made}" and wait until it ends`)
  if (!names.includes(name))
    throw new ArchiveError(`${one} ${name} does not exist`, `name one of ${names.slice(-5).join(', ')}`)
  return name
}

async function readDescription(place: ArchivePlace, files: ArchiveFiles): Promise<Description | undefined> {
  const content = await files.readText(descriptionName)
  // Empty when the first backup was killed while it made the file.
  if (!content) return undefined
  const found = JSON.parse(content) as Partial<Description>
  if (found.format !== 1)
    throw new ArchiveError(`${place.name} was made by a newer version of the hub`, 'use that version')
  return { format: 1, holds: found.holds ?? 'backups', recipient: found.recipient ?? null }
}

interface Reading {
  readonly holds: ArchiveContent
  readonly isSealed: boolean
  readonly secretKey?: KeyObject | undefined
}

function readable(
  files: ArchiveFiles,
  { holds, isSealed, secretKey }: Reading,
  threads: FileThreads = fileThreads('reading', secretKey),
): ReadableArchive {
  const lengthOf = (bytes: number): number => (isSealed ? sealedBytes(bytes) : bytes)
  return {
    holds,
    async list() {
      return (await files.namesIn(holds)).toSorted((a, b) => (a < b ? -1 : 1))
    },
    async findProblem({ file, bytes }) {
      return findLengthProblem(await files.sizeOf(file), lengthOf(bytes))
    },
    async findDamage({ file, bytes, sha256 }) {
      const expectedLength = lengthOf(bytes)
      const extent = files.locate(file)
      const found = extent ? await threads.examine({ ...extent, expectedLength }) : {}
      if (found.error !== undefined) return found.error
      const problem = findLengthProblem(found.length, expectedLength)
      if (problem !== undefined) return problem
      return found.sha256 === sha256 ? undefined : 'the content differs from what was stored'
    },
    read(file) {
      const stored = files.open(file)
      return secretKey ? through(stored, openStream(secretKey)) : stored
    },
  }
}

function findLengthProblem(length: number | undefined, expected: number): string | undefined {
  if (length === undefined) return 'the file is missing'
  return length === expected ? undefined : `the file has ${length} bytes instead of ${expected}`
}

function writable(
  root: string,
  { holds, recipient }: Pick<ArchiveKeys, 'recipient'> & { readonly holds: ArchiveContent },
): Archive {
  const place = (file: string): string => join(root, file)
  const damaged = openDamageNotes(root)
  const threads = fileThreads('copying')
  const found = readable(filesOfFolder(root), { holds, isSealed: recipient !== undefined }, threads)
  const madeFolders = new Set<string>()
  const makeFolder = async (folder: string): Promise<void> => {
    if (madeFolders.has(folder)) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    madeFolders.add(folder)
  }
  const store = async (path: string, content: Readable): Promise<Measured> => {
    const measure = measuring()
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: 1024 * 1024 })
    await (recipient
      ? pipeline(content, measure.through, sealStream(recipient), target)
      : pipeline(content, measure.through, target))
    return measure.end()
  }
  const copy = async (file: StoredFile, source: string): Promise<boolean> => {
    await makeFolder(dirname(place(file.file)))
    const copied = await threads.copy({
      source,
      draft: place(join('incoming', randomUUID())),
      target: place(file.file),
      expectedLength: file.bytes,
      expectedSha256: file.sha256,
    })
    if (copied.state === 'failed') throw Object.assign(new Error(copied.message), { code: copied.code })
    if (copied.state === 'unreadable') throw new UnreadableContentError(copied.message)
    if (copied.state === 'other') throw new WrongContentError()
    if (copied.state === 'copied') await damaged.clear(file.file)
    return copied.state === 'copied'
  }
  return {
    ...found,
    ...(recipient ? {} : { copy }),
    findProblem: async (file) => (await damaged.find(file.file)) ?? found.findProblem(file),
    canReread: recipient === undefined,
    ...rereadNote(root),
    async write(file, content) {
      const draft = place(join('incoming', randomUUID()))
      const isSmall = !recipient && file.bytes <= smallBytes
      try {
        const { bytes, sha256 } = await (isSmall ? storeSmall(draft, content) : store(draft, content))
        if (bytes !== file.bytes || sha256 !== file.sha256) throw new WrongContentError()
        await makeFolder(dirname(place(file.file)))
        await rename(draft, place(file.file))
        await damaged.clear(file.file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async begin(id) {
      const draft = place(join('incoming', id))
      await mkdir(draft, { mode: 0o700 })
      const end = holds === 'backups' ? await requireNoPrune(root, draft) : () => {}
      return {
        end,
        async write(name, content) {
          return { file: name, ...(await store(join(draft, name), content)) }
        },
        async finish() {
          // Also those that a killed backup made: what is found there counts as kept.
          const folders = (await readdir(place('files'))).map((name) => place(join('files', name)))
          for (const folder of [...folders, place('files'), draft]) await syncDirectory(folder)
          await rename(draft, place(join(holds, id)))
          await syncDirectory(place(holds))
          await syncDirectory(root)
        },
      }
    },
  }
}

/** Up to here a file is in memory as a whole: streams cost more than its bytes. */
const smallBytes = 1024 * 1024

/** What turns out to be larger is not what was announced, so the rest of it is left. */
async function storeSmall(path: string, content: Readable): Promise<Measured> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > smallBytes) throw new WrongContentError()
  }
  const [only] = chunks
  const whole = only && chunks.length === 1 ? only : Buffer.concat(chunks, bytes)
  await writeNewFile(path, whole)
  return { bytes, sha256: hash('sha256', whole) }
}

/** What is wrong with files of rows, in words: they are a small part, all depends on them, and so each is read. */
export async function findDamaged(
  archive: Pick<Archive, 'findDamage'>,
  files: readonly StoredFile[],
): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => ({ file: file.file, problem: await archive.findDamage(file) })),
  )
  return found.flatMap(({ file, problem }) => (problem === undefined ? [] : [`${file}: ${problem}`]))
}
