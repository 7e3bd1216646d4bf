import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTestAccount } from './accounts.ts'
import { eventually } from './eventually.ts'
import { startTestHub, type TestHub, type TestHubOptions } from './hub.ts'

/** A tus client written by hand: every request is visible in the test. */
export interface UploadClient {
  readonly hub: TestHub
  readonly key: string
  create(headers?: Headers, body?: Uint8Array): Promise<Response>
  /** Creates an upload of this length and returns its path. */
  begin(size: number, metadata?: string): Promise<string>
  patch(path: string, offset: number, body: Uint8Array, headers?: Headers): Promise<Response>
  head(path: string, headers?: Headers): Promise<Response>
  offset(path: string): Promise<number>
  /** The JSON of the upload once its status is one of these. */
  waitFor(path: string, ...statuses: string[]): Promise<Record<string, unknown>>
  /** Resolves when this many bytes of an unfinished upload are on the disk, durable or not. */
  stored(path: string, bytes: number): Promise<void>
  /** The head of a PATCH as bytes, for raw sockets; the body follows. */
  patchHead(path: string, offset: number, headers: Headers): string
}

type Headers = Record<string, string>

export const uploadsPath = '/api/v1/distributor/uploads'
export const patchType = 'application/offset+octet-stream'
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export async function startUploadHub(options: TestHubOptions = {}): Promise<UploadClient> {
  const hub = await startTestHub({ role: 'api', ...options })
  const account = await createTestAccount(hub)
  return createUploadClient(hub, await account.key())
}

export function createUploadClient(hub: TestHub, key: string): UploadClient {
  const tus = { 'x-api-key': key, 'tus-resumable': '1.0.0' }
  const send = (method: string, path: string, headers: Headers, body?: Uint8Array): Promise<Response> =>
    hub.request(path, {
      method,
      headers: { ...tus, ...headers },
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    })
  const create = (headers: Headers = {}, body?: Uint8Array): Promise<Response> =>
    send('POST', uploadsPath, headers, body)
  const head = (path: string, headers: Headers = {}): Promise<Response> => send('HEAD', path, headers)
  return {
    hub,
    key,
    create,
    head,
    async begin(size, metadata) {
      const response = await create({
        'upload-length': String(size),
        ...(metadata === undefined ? {} : { 'upload-metadata': metadata }),
      })
      if (response.status !== 201) throw new Error(`creation answered ${response.status}: ${await response.text()}`)
      return new URL(response.headers.get('location') ?? '').pathname
    },
    patch: (path, offset, body, headers = {}) =>
      send('PATCH', path, { 'upload-offset': String(offset), 'content-type': patchType, ...headers }, body),
    async offset(path) {
      const response = await head(path)
      if (response.status !== 200) throw new Error(`HEAD answered ${response.status}`)
      return Number(response.headers.get('upload-offset'))
    },
    waitFor: (path, ...statuses) =>
      eventually(
        async () => {
          const { body } = await hub.json('GET', path, { key })
          return statuses.includes(body.status) ? body : undefined
        },
        { what: `the status ${statuses.join(' or ')}` },
      ),
    stored: async (path, bytes) =>
      void (await eventually(async () => ((await storedBytes(hub.dataDir, path)) === bytes ? true : undefined), {
        what: `${bytes} stored bytes`,
      })),
    patchHead: (path, offset, headers) =>
      [
        `PATCH ${path} HTTP/1.1`,
        'Host: hub.test',
        `X-API-Key: ${key}`,
        'Tus-Resumable: 1.0.0',
        `Upload-Offset: ${offset}`,
        `Content-Type: ${patchType}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        '\r\n',
      ].join('\r\n'),
  }
}

async function storedBytes(dataDir: string, path: string): Promise<number> {
  const folder = join(dataDir, 'uploads', 'partial', path.slice(-2))
  const names = await readdir(folder).catch(() => [])
  const own = names.filter((name) => name.startsWith(path.split('/').at(-1) ?? '-'))
  const sizes = await Promise.all(own.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

export interface RawConnection {
  readonly socket: Socket
  write(data: string | Uint8Array): void
  /** Everything received until the connection ends or `pattern` appears in it. */
  read(pattern: RegExp): Promise<string>
  /** Both directions end with RST. */
  reset(): void
}

export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  return {
    socket,
    write: (data) => void socket.write(data),
    read: (pattern) =>
      eventually(() => (pattern.test(text) || socket.destroyed ? text : undefined), { what: String(pattern) }),
    reset: () => void socket.resetAndDestroy(),
  }
}

/** Bytes without repetition, so that a byte at a wrong position is found. */
export function testBytes(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed >>> 0 || 1
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}
