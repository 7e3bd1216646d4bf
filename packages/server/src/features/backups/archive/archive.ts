import type { KeyObject } from 'node:crypto'
import { hash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { TarError } from '@spindle/contract/tar'
import { syncDirectory, writeDurably, writeNewFile } from '../../../platform/durable-files.ts'
import { ArchiveError } from './archive-error.ts'
import { type ArchiveFiles, filesOfFolder, filesOfTar } from './archive-files.ts'
import { recipientOf } from './backup-keys.ts'
import { openDamageNotes } from './damage-notes.ts'
import { type FileThreads, fileThreads } from './file-threads.ts'
import { type Measured, measuring } from './measuring.ts'
import { requireNoPrune } from './prune-mark.ts'
import { type RereadNote, rereadNote } from './reread-note.ts'
import { openStream, sealedBytes, sealStream } from './seal.ts'
import { through } from './through.ts'

export { ArchiveError } from './archive-error.ts'

/**
 * A folder of backups, or of exports of accounts.
 *
 *   archive.json         what it holds, and which key its files are sealed for
 *   files/...            what uploads hold: shared by all backups, written once; of backups by its SHA-256
 *   backups/ID/          the rows of one backup, and its manifest; of exports: exports/ID/
 *   damaged/             names of files that a check found damaged: the next backup copies them again
 *   reread.json          where the last backup ended to read what the folder had already
 *   incoming/            what is being written; a name outside of it is complete and durable
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
  read(file: string): Readable
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
    super('the bytes are not those that were stored')
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

const descriptionName = 'archive.json'

interface Description {
  readonly format: 1
  readonly holds: ArchiveContent
  readonly recipient: string | null
}

/** What `archive.json` says. */
export const describeArchive = (holds: ArchiveContent, recipient: string | null = null): string =>
  `${JSON.stringify({ format: 1, holds, recipient } satisfies Description)}\n`

const abandonedMs = 7 * 24 * 60 * 60_000

/** Opens a folder for a new backup, and makes it if necessary. */
export async function openArchiveForWriting(
  root: string,
  { holds = 'backups', recipient }: ArchiveKeys,
): Promise<Archive> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const wanted = recipient ? recipientOf(recipient) : null
  const found = await readDescription(root, filesOfFolder(root))
  if (!found) {
    if ((await readdir(root)).some((name) => name !== descriptionName))
      throw new ArchiveError(`${root} has files of something else`, 'name an empty folder')
    await writeDurably(join(root, descriptionName), describeArchive(holds, wanted))
    await syncDirectory(root)
  } else if (found.holds !== holds) {
    throw new ArchiveError(`${root} is a folder of ${found.holds}`, 'name another folder')
  } else if (found.recipient !== wanted) {
    throw new ArchiveError(
      found.recipient === null
        ? `The ${holds} in ${root} are not sealed`
        : `The ${holds} in ${root} are sealed for ${found.recipient}`,
      found.recipient === null
        ? 'name another folder, or leave --recipient out'
        : `add --recipient ${found.recipient}, or name another folder`,
    )
  }
  for (const folder of ['files', holds, 'incoming']) await mkdir(join(root, folder), { recursive: true, mode: 0o700 })
  await removeAbandoned(join(root, 'incoming'))
  return writable(root, { holds, recipient })
}

/** What can be read of an archive that is complete. */
export type ReadableArchive = Pick<Archive, 'holds' | 'list' | 'findProblem' | 'findDamage' | 'read'>

/** Opens a folder that has backups; of exports, also a tar file that holds what such a folder does. */
export async function openArchive(
  root: string,
  { holds = 'backups', secretKey }: ArchiveKeys,
): Promise<ReadableArchive> {
  const files = (await stat(root).catch(() => undefined))?.isFile() ? await openTar(root) : filesOfFolder(root)
  const found = await readDescription(root, files)
  if (found?.holds !== holds)
    throw new ArchiveError(`${root} holds no ${holds}`, `name the folder that "${words[holds].made} --to" was given`)
  if (found.recipient !== null && !secretKey)
    throw new ArchiveError(`The ${holds} in ${root} are sealed`, 'add --key FILE, with the secret key')
  const isSealed = found.recipient !== null
  return readable(files, { holds, isSealed, secretKey: isSealed ? secretKey : undefined })
}

const openTar = (path: string): Promise<ArchiveFiles> =>
  filesOfTar(path).catch((error: unknown) => {
    if (!(error instanceof TarError)) throw error
    throw new ArchiveError(`${path} cannot be read: ${error.message}`, 'name a tar file that was downloaded to its end')
  })

/** The name of the newest, or this one. Throws ArchiveError where it is not there. */
export async function pickName(archive: Pick<Archive, 'holds' | 'list'>, wanted: string | undefined): Promise<string> {
  const { one, made } = words[archive.holds]
  const names = await archive.list()
  const name = wanted ?? names.at(-1)
  if (name === undefined) throw new ArchiveError(`The folder holds no complete ${one}`, `run "${made}" to its end`)
  if (!names.includes(name))
    throw new ArchiveError(`There is no ${one} ${name}`, `name one of ${names.slice(-5).join(', ')}`)
  return name
}

async function readDescription(root: string, files: ArchiveFiles): Promise<Description | undefined> {
  // Empty when the first backup was killed while it made the file.
  if (!(await files.sizeOf(descriptionName))) return undefined
  const found = JSON.parse(await text(files.open(descriptionName))) as Partial<Description>
  if (found.format !== 1) throw new ArchiveError(`${root} was made by a newer version of the hub`, 'use that version')
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
      return found.sha256 === sha256 ? undefined : 'the content is not what was stored'
    },
    read(file) {
      const stored = files.open(file)
      return secretKey ? through(stored, openStream(secretKey)) : stored
    },
  }
}

function findLengthProblem(length: number | undefined, expected: number): string | undefined {
  if (length === undefined) return 'the file is missing'
  return length === expected ? undefined : `the file has ${length} bytes where ${expected} are expected`
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

/** What a killed backup left. By age, because another one may be at work. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedMs)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
