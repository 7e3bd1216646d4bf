import { posix } from 'node:path'
import ssh2 from 'ssh2'
import { type SshPlace, startSshServer } from './ssh-server.ts'

/** A request of SFTP that a server can forbid. */
export type InboxRequest = 'stat' | 'list' | 'mkdir' | 'write' | 'close' | 'read' | 'rename' | 'remove'

export interface SftpInbox {
  readonly place: SshPlace
  readonly password: string
  /** Files by their paths, and `folder` for folders. */
  readonly content: ReadonlyMap<string, Buffer | 'folder'>
  /** May be changed at any time. */
  readonly forbidden: Set<InboxRequest>
}

/** What else a server may do that OpenSSH does not. */
export interface OddInbox {
  readonly forbids?: readonly InboxRequest[]
  /** It has no space for this: the status and words of its answer. */
  readonly full?: { readonly at: InboxRequest; readonly status: number; readonly message: string }
  /** It takes names in any case, and shows them in lower case. */
  readonly hasOneCase?: boolean
}

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp
type Content = Map<string, Buffer | 'folder'>

/** An inbox whose rights are fewer than those of a home directory. */
export const startSftpInbox = (...forbids: readonly InboxRequest[]): Promise<SftpInbox> => startOddInbox({ forbids })

/** An inbox in memory, without the extensions of OpenSSH. */
export async function startOddInbox({ forbids = [], full, hasOneCase = false }: OddInbox): Promise<SftpInbox> {
  const content: Content = new Map([['/', 'folder']])
  const forbidden = new Set(forbids)
  const place = await startSshServer((client) => {
    client.on('authentication', (attempt) =>
      attempt.method === 'password' ? attempt.accept() : attempt.reject(['password']),
    )
    client.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), { content, forbidden, full, hasOneCase })),
    )
  })
  return { place, password: 'correct horse', content, forbidden }
}

const attrsOf = (entry: Buffer | 'folder'): ssh2.Attributes => ({
  mode: entry === 'folder' ? 0o040_755 : 0o100_644,
  ...{ uid: 0, gid: 0, size: entry === 'folder' ? 0 : entry.length, atime: 0, mtime: 0 },
})
interface Served {
  readonly full: OddInbox['full']
  readonly content: Content
  readonly forbidden: ReadonlySet<InboxRequest>
  readonly hasOneCase: boolean
}

function serve(sftp: ssh2.SFTPWrapper, { content, forbidden, full, hasOneCase }: Served): void {
  const pathOf = (path: string): string => {
    const resolved = posix.resolve('/', path)
    return hasOneCase ? resolved.toLowerCase() : resolved
  }
  const handles = new Map<number, { readonly path: string; readonly isWritten: boolean; isListed: boolean }>()
  const handleOf = (handle: Buffer) =>
    handles.get(handle.readUInt32BE(0)) ?? { path: '', isWritten: false, isListed: true }
  const openHandle = (request: number, path: string, isWritten = false): void => {
    const number = handles.size + 1
    handles.set(number, { path, isWritten, isListed: false })
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(number)
    sftp.handle(request, handle)
  }
  const allow = (right: InboxRequest, request: number, work: () => unknown): void => {
    if (forbidden.has(right)) sftp.status(request, STATUS_CODE.PERMISSION_DENIED)
    else if (full?.at === right) sftp.status(request, full.status as ssh2.utils.sftp.STATUS_CODE, full.message)
    else work()
  }
  const done = (request: number, isDone = true): void =>
    sftp.status(request, isDone ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE)
  const look = (request: number, path: string): void =>
    allow('stat', request, () => {
      const entry = content.get(pathOf(path))
      if (entry) sftp.attrs(request, attrsOf(entry))
      else done(request, false)
    })
  sftp.on('STAT', look)
  sftp.on('LSTAT', look)
  sftp.on('MKDIR', (request, path) =>
    allow('mkdir', request, () => {
      const isNew = !content.has(pathOf(path))
      if (isNew) content.set(pathOf(path), 'folder')
      sftp.status(request, isNew ? STATUS_CODE.OK : STATUS_CODE.FAILURE)
    }),
  )
  sftp.on('OPENDIR', (request, path) =>
    allow('list', request, () =>
      content.get(pathOf(path)) === 'folder' ? openHandle(request, pathOf(path)) : done(request, false),
    ),
  )
  sftp.on('READDIR', (request, handle) => {
    const opened = handleOf(handle)
    if (opened.isListed) return sftp.status(request, STATUS_CODE.EOF)
    opened.isListed = true
    const names = [...content].filter(([path]) => path !== '/' && posix.dirname(path) === opened.path)
    sftp.name(
      request,
      names.map(([path, entry]) => ({ filename: posix.basename(path), longname: path, attrs: attrsOf(entry) })),
    )
  })
  sftp.on('OPEN', (request, path, flags) => {
    const isWrite = (flags & OPEN_MODE.WRITE) !== 0
    allow(isWrite ? 'write' : 'read', request, () => {
      const isThere = content.has(isWrite ? posix.dirname(pathOf(path)) : pathOf(path))
      if (!isThere) return done(request, false)
      if (isWrite) content.set(pathOf(path), Buffer.alloc(0))
      openHandle(request, pathOf(path), isWrite)
    })
  })
  sftp.on('WRITE', (request, handle, offset, data) => {
    const { path } = handleOf(handle)
    const before = content.get(path)
    const held = before instanceof Buffer ? before : Buffer.alloc(0)
    const grown = Buffer.alloc(Math.max(held.length, offset + data.length))
    held.copy(grown)
    data.copy(grown, offset)
    content.set(path, grown)
    done(request)
  })
  sftp.on('READ', (request, handle, offset, length) => {
    const entry = content.get(handleOf(handle).path)
    const bytes = entry instanceof Buffer ? entry.subarray(offset, offset + length) : Buffer.alloc(0)
    if (bytes.length > 0) sftp.data(request, bytes)
    else sftp.status(request, STATUS_CODE.EOF)
  })
  sftp.on('CLOSE', (request, handle) => {
    const { path, isWritten } = handleOf(handle)
    if (isWritten && full?.at === 'close') return allow('close', request, () => {})
    if (!isWritten || !forbidden.has('close')) return done(request)
    // As a gateway to a bucket that stores the file now, or cannot.
    content.delete(path)
    sftp.status(request, STATUS_CODE.FAILURE)
  })
  sftp.on('RENAME', (request, from, to) =>
    allow('rename', request, () => {
      const entry = content.get(pathOf(from))
      if (!entry || content.has(pathOf(to))) return sftp.status(request, STATUS_CODE.FAILURE)
      content.delete(pathOf(from))
      content.set(pathOf(to), entry)
      done(request)
    }),
  )
  const remove = (request: number, path: string): void =>
    allow('remove', request, () => done(request, content.delete(pathOf(path))))
  sftp.on('REMOVE', remove)
  sftp.on('RMDIR', (request, path) => {
    if ([...content.keys()].some((other) => other !== pathOf(path) && other.startsWith(`${pathOf(path)}/`)))
      sftp.status(request, STATUS_CODE.FAILURE)
    else remove(request, path)
  })
}
