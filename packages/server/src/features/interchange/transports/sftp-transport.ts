import { addAbortSignal, Readable } from 'node:stream'
import type { FileEntryWithStats, Stats } from 'ssh2'
import { ifAllowed, isForbidden, OperatorNeeded, StepFailed } from './failures.ts'
import { DiskFull, orFull, saysFull } from './full-store.ts'
import { packetBytes, readBlocks, type SftpUpload, underWayBytes, writeBlocks } from './sftp-blocks.ts'
import { connectSftp, type SftpConnection, type SftpServer } from './sftp-connection.ts'
import type { SftpSignIn } from './sftp-sign-in.ts'
import { byName, type OpenTransport, segmentsOf, type WalkedEntry } from './transport.ts'

/** A folder of a server that is reached by SFTP (version 3, with what OpenSSH adds where the server has it). */

export interface SftpPlace extends SftpServer {
  /** Absolute, or from where the server lets the user in. */
  readonly directory: string
}

const status = { end: 1, missing: 2, failure: 4 } as const
const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code

/** Undefined in place of "no such file". */
async function orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) === status.missing) return undefined
    throw error
  }
}

/** False where the server lacks the extension; the library throws then. */
async function ifOffered(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Error && error.message === 'Server does not support this extended request') return false
    throw error
  }
}

/** While one is opened, synced and renamed, for which a far server is waited for, others are on their way. */
const filesAtOnce = 4

export function sftpTransport(place: SftpPlace, signIn: SftpSignIn, signal: AbortSignal): OpenTransport {
  let connecting: Promise<SftpConnection> | undefined
  const connect = (): Promise<SftpConnection> => {
    connecting ??= connectSftp(place, signIn, signal).catch((error: unknown) => {
      throw error instanceof Error && !(error instanceof OperatorNeeded) ? new StepFailed('connect', error) : error
    })
    return connecting
  }
  const pathOf = (path: string): string => [place.directory.replace(/\/+$/, ''), ...segmentsOf(path)].join('/') || '/'
  return {
    filesAtOnce,
    async greet() {
      const { hostKeyType } = await connect()
      return `host key ${place.hostKey} (${hostKeyType})`
    },
    stat: async (path) => {
      const connection = await connect()
      return orMissing(async () => (await statOf(connection, pathOf(path))).size)
    },
    async list(path) {
      const { sftp, ask } = await connect()
      const entries = await orMissing(() => ask<FileEntryWithStats[]>((done) => sftp.readdir(pathOf(path), done)))
      return (entries ?? [])
        .filter(({ filename, attrs }) => attrs.isFile() && !filename.includes('/'))
        .map(({ filename, attrs }) => ({ name: filename, size: attrs.size, modifiedMs: attrs.mtime * 1000 }))
        .sort(byName)
    },
    async *walk(path, isSkipped) {
      yield* walkFolder(await connect(), { root: pathOf(path), below: '', isSkipped })
    },
    open: async (path, signal) => addAbortSignal(signal, await openFile(await connect(), pathOf(path))),
    mkdirs: async (path) => orFull(async () => makeFolders(await connect(), pathOf(path))),
    putStream: async (path, content, at) => putStream(await connect(), pathOf(path), { content, signal: at }),
    async rename(from, to) {
      const { sftp, ask } = await connect()
      const [source, target] = [pathOf(from), pathOf(to)]
      if (await ifOffered(() => ask((done) => sftp.ext_openssh_rename(source, target, done)))) return
      // Without the extension a name that is taken stays with what has it. A free name needs no right to delete.
      await ifAllowed(() => orMissing(() => ask((done) => sftp.unlink(target, done))))
      await ask((done) => sftp.rename(source, target, done))
    },
    read: async (path, maxBytes) => readFile(await connect(), pathOf(path), maxBytes),
    remove: async (path) => removeAll(await connect(), pathOf(path)),
    async close() {
      await connecting?.then(
        (connection) => connection.close(),
        () => {},
      )
    },
  }
}

interface Walk {
  readonly root: string
  readonly below: string
  readonly isSkipped?: ((folder: string) => boolean) | undefined
}

/** As many names at a time as the server returns. It reports links as links, without their targets. */
async function* walkFolder(connection: SftpConnection, walk: Walk): AsyncGenerator<WalkedEntry> {
  const { sftp, ask } = connection
  const { root, below, isSkipped } = walk
  const handle = await orMissing(() =>
    ask<Buffer>((done) => sftp.opendir(below === '' ? root : `${root}/${below}`, done)),
  )
  if (!handle) return
  const folders: string[] = []
  try {
    for (;;) {
      const entries = await ask<FileEntryWithStats[] | undefined>((done) =>
        sftp.readdir(handle, (error, found) => (codeOf(error ?? {}) === status.end ? done(null) : done(error, found))),
      )
      if (!entries) break
      for (const { filename, attrs } of entries) {
        if (filename === '.' || filename === '..') continue
        const path = below === '' ? filename : `${below}/${filename}`
        const kind = filename.includes('/') ? 'other' : kindOf(attrs)
        yield { path, kind, size: attrs.size, modifiedMs: attrs.mtime * 1000 }
        if (kind === 'folder' && !isSkipped?.(path)) folders.push(path)
      }
    }
  } finally {
    await ask((done) => sftp.close(handle, done)).catch(() => {})
  }
  for (const folder of folders) yield* walkFolder(connection, { ...walk, below: folder })
}

const kindOf = (attrs: Stats): WalkedEntry['kind'] =>
  attrs.isFile() ? 'file' : attrs.isDirectory() ? 'folder' : 'other'

async function openFile(connection: SftpConnection, path: string): Promise<Readable> {
  const { sftp, ask } = connection
  // A pipe would never be opened, and a link is the server's to resolve.
  if (!(await ask<Stats>((done) => sftp.lstat(path, done))).isFile()) throw new Error('it is not a file')
  const handle = await ask<Buffer>((done) => sftp.open(path, 'r', done))
  return Readable.from(readBlocks(connection, handle), { objectMode: false })
}

const statOf = ({ sftp, ask }: SftpConnection, path: string): Promise<Stats> => ask((done) => sftp.stat(path, done))

async function makeFolders(connection: SftpConnection, path: string): Promise<void> {
  const { sftp, ask } = connection
  let isHidden = false
  const isThere = async (): Promise<boolean> => {
    const found = await orMissing(() => statOf(connection, path)).catch((error: unknown) => {
      isHidden = isForbidden(error)
      if (!isHidden) throw error
      return undefined
    })
    return found?.isDirectory() ?? false
  }
  if (path === '' || path === '/' || (await isThere())) return
  const parent = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
  await makeFolders(connection, parent)
  try {
    await ask((done) => sftp.mkdir(path, done))
  } catch (error) {
    // It may have come from elsewhere in between. Where the hub may not look, writing shows whether it is there.
    if ((await isThere()) || isHidden) return
    throw (await isLink(connection, path)) ? new LeadsNowhere(path) : error
  }
}

class LeadsNowhere extends Error {
  readonly code = status.missing
  constructor(path: string) {
    super(`${path} is a link that leads nowhere`)
  }
}

const isLink = async ({ sftp, ask }: SftpConnection, path: string): Promise<boolean> =>
  ask<Stats>((done) => sftp.lstat(path, done)).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )

async function putStream(connection: SftpConnection, path: string, upload: SftpUpload): Promise<void> {
  const { sftp, ask } = connection
  try {
    const handle = await ask<Buffer>((done) => sftp.open(path, 'w', done))
    const close = () => ask((done) => sftp.close(handle, done))
    try {
      await writeBlocks(connection, handle, upload)
      await ifOffered(() => ask((done) => sftp.ext_openssh_fsync(handle, done)))
    } catch (error) {
      await close().catch(() => {})
      throw error
    }
    // A server in front of a bucket stores the file now, and says here that it could not.
    await close()
  } catch (error) {
    if (saysFull(error) || (codeOf(error) === status.failure && (await isFull(connection, path)))) throw new DiskFull()
    throw error
  } finally {
    upload.content.destroy()
  }
}

interface DiskSpace {
  readonly f_bavail: number
  readonly f_frsize: number
}

/** OpenSSH answers with a general failure, without words. */
async function isFull({ sftp, ask }: SftpConnection, path: string): Promise<boolean> {
  let freeBytes = Number.POSITIVE_INFINITY
  const look = () =>
    ask<void>((done) =>
      sftp.ext_openssh_statvfs(path, (error, found: DiskSpace | undefined) => {
        if (found) freeBytes = found.f_bavail * found.f_frsize
        done(error)
      }),
    )
  await ifOffered(look).catch(() => false)
  return freeBytes < underWayBytes
}

async function readFile({ sftp, ask }: SftpConnection, path: string, maxBytes: number): Promise<Buffer> {
  const handle = await ask<Buffer>((done) => sftp.open(path, 'r', done))
  try {
    const content = Buffer.alloc(maxBytes + 1)
    let bytes = 0
    while (bytes <= maxBytes) {
      const length = Math.min(packetBytes, content.length - bytes)
      const read = await ask<number>((done) =>
        sftp.read(handle, content, bytes, length, bytes, (error, count) =>
          codeOf(error ?? {}) === status.end ? done(null, 0) : done(error, count),
        ),
      )
      if (read === 0) return content.subarray(0, bytes)
      bytes += read
    }
    throw new Error(`it has more than ${maxBytes} bytes`)
  } finally {
    await ask((done) => sftp.close(handle, done)).catch(() => {})
  }
}

async function removeAll(connection: SftpConnection, path: string): Promise<void> {
  const { sftp, ask } = connection
  const unlink = () => orMissing(() => ask((done) => sftp.unlink(path, done)))
  const found = await orMissing(() => ifAllowed(() => ask<Stats>((done) => sftp.lstat(path, done))))
  if (found === undefined || !found.isDirectory()) {
    await unlink()
    return
  }
  // Where the hub may not list, the folder goes if it is empty.
  const entries = (await ifAllowed(() => ask<FileEntryWithStats[]>((done) => sftp.readdir(path, done)))) ?? []
  for (const { filename } of entries)
    if (filename !== '.' && filename !== '..' && !filename.includes('/'))
      await removeAll(connection, `${path}/${filename}`)
  await ask((done) => sftp.rmdir(path, done))
}
