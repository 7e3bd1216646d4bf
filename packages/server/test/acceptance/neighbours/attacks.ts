import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { masterWav } from '../../harness/submittable.ts'

/**
 * What one account, or one address, can do to a hub within its limits. Each attack runs until it is stopped and only
 * needs the hub's address and a key, so tests and benchmarks run the same programs.
 */

export interface AttackTarget {
  readonly url: string
  /** Keys of one account: together they may do four times what one may. */
  readonly keys: readonly string[]
  /** A draft of the maximum size. */
  readonly heavyRelease: string
  /** The client credentials for tokens. */
  readonly client: { readonly id: string; readonly secret: string }
  /** The token of a property, and a track it may play. */
  readonly property: { readonly token: string; readonly track: string }
}

export interface RunningAttack {
  /** The number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>
  stop(): Promise<void>
}

export type Attack = (target: AttackTarget) => Promise<RunningAttack>

const releasesPath = '/api/v1/music-distributor/releases'
const uploadsPath = '/api/v1/distributor/uploads'

const keyOf = ({ keys }: AttackTarget, number: number): string => keys[number % keys.length] ?? ''

/** Another address of this machine than the neighbour's. */
const strangeAddress = '127.0.0.2'

/** Requests the largest pages on many connections and never reads them. */
export const unreadPages: Attack = async (target) => {
  const { url } = target
  const { hostname, port } = new URL(url)
  let number = 0
  const sockets = await openSockets({ url, count: 60 }, (socket) => {
    const key = keyOf(target, number++)
    const head = `GET ${releasesPath}?limit=100 HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-Key: ${key}\r\n\r\n`
    socket.pause()
    socket.write(head.repeat(4))
  })
  return { statuses: {}, stop: () => closeSockets(sockets) }
}

/** Reads the largest pages as fast as possible. */
export const readStorm: Attack = (target) =>
  repeat({ url: target.url, concurrency: 16 }, (number) => ({
    method: 'GET',
    path: `${releasesPath}?limit=100`,
    headers: { 'x-api-key': keyOf(target, number) },
  }))

/** Sends expensive requests of other kinds: all tracks as CSV, a search, an edit of a large draft. */
export const heavyRequests: Attack = (target) => {
  const { url, heavyRelease } = target
  const kinds: readonly Omit<Question, 'headers'>[] = [
    { method: 'GET', path: '/api/v1/distributor/catalog?limit=100&include=tracks&format=csv' },
    { method: 'GET', path: '/api/v1/distributor/catalog?limit=100&include=tracks&format=ndjson' },
    { method: 'POST', path: `${releasesPath}/${heavyRelease}/validate` },
    { method: 'PATCH', path: `${releasesPath}/${heavyRelease}`, body: '{"title":"Again"}' },
    { method: 'POST', path: releasesPath, body: `{"title":"${'['.repeat(500)}"}` },
  ]
  return repeat({ url, concurrency: 8 }, (number) => ({
    ...(kinds[number % kinds.length] as (typeof kinds)[number]),
    headers: { 'x-api-key': keyOf(target, number), 'content-type': 'application/json' },
  }))
}

/** Copies a large draft, each time with a new idempotency key. */
export const cloneStorm: Attack = (target) =>
  repeat({ url: target.url, concurrency: 4 }, (number) => ({
    method: 'POST',
    path: `${releasesPath}/${target.heavyRelease}/clone`,
    headers: {
      'x-api-key': keyOf(target, number),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: '{}',
  }))

/** Sends one file after the other for analysis. */
export const analysisBacklog: Attack = (target) => {
  const body = masterWav(7, 20)
  return repeat({ url: target.url, concurrency: 4 }, (number) => ({
    method: 'POST',
    path: uploadsPath,
    headers: { 'x-api-key': keyOf(target, number), 'content-type': 'audio/wav' },
    body,
  }))
}

/** Requests one access token after the other. */
export const tokenFlood: Attack = ({ url, client }) => {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
  return repeat({ url, concurrency: 16 }, () => ({
    method: 'POST',
    path: '/oauth/token',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&scope=keys%3Awrite',
  }))
}

/** Reports plays in batches of the maximum size. */
export const playsFlood: Attack = ({ url, property }) =>
  repeat({ url, concurrency: 4 }, () => ({
    method: 'POST',
    path: '/api/integration/plays',
    headers: { authorization: `Bearer ${property.token}`, 'content-type': 'application/x-ndjson' },
    body: playLines(property.track),
  }))

const playsPerBatch = 10_000

const playLines = (trackId: string): string => {
  const at = new Date().toISOString()
  return Array.from({ length: playsPerBatch }, () =>
    JSON.stringify({ id: randomUUID(), trackId, at, territory: 'DE', playedMs: 61_000, source: 'radio' }),
  ).join('\n')
}

/** Opens connections from one address and sends nothing. */
export const connectionHoard: Attack = async ({ url }) => {
  const sockets = await openSockets({ url, count: 700, localAddress: strangeAddress }, () => {})
  return { statuses: {}, stop: () => closeSockets(sockets) }
}

/** Guesses keys. */
export const credentialGuessing: Attack = ({ url }) =>
  repeat({ url, concurrency: 16, localAddress: strangeAddress }, (number) => ({
    method: 'GET',
    path: releasesPath,
    headers: { 'x-api-key': `spn_${String(number).padStart(38, '0')}` },
  }))

/** Keeps hundreds of very slow uploads running. */
export const slowUploads: Attack = async (target) => {
  const { url } = target
  const sockets: Socket[] = []
  const { hostname, port } = new URL(url)
  const statuses: Record<string, number> = {}
  for (let count = 0; count < 200; count++) {
    const key = keyOf(target, count)
    const created = await fetch(`${url}${uploadsPath}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'tus-resumable': '1.0.0', 'upload-length': '100000' },
    })
    statuses[created.status] = (statuses[created.status] ?? 0) + 1
    if (created.status !== 201) break
    const path = new URL(created.headers.get('location') ?? url).pathname
    const head = `PATCH ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-Key: ${key}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: 100000\r\n\r\n`
    sockets.push(...(await openSockets({ url, count: 1 }, (socket) => void socket.write(head))))
  }
  const timer = setInterval(() => {
    for (const socket of sockets) socket.write('x'.repeat(2_000))
  }, 1_000)
  return {
    statuses,
    stop: () => {
      clearInterval(timer)
      return closeSockets(sockets)
    },
  }
}

interface Question {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

interface RepeatOptions {
  readonly url: string
  readonly concurrency: number
  readonly localAddress?: string
}

async function repeat(options: RepeatOptions, questionOf: (number: number) => Question): Promise<RunningAttack> {
  const statuses: Record<string, number> = {}
  const agent = new Agent({ keepAlive: true, maxSockets: options.concurrency })
  let isOver = false
  let number = 0
  const work = async (): Promise<void> => {
    while (!isOver) {
      const status = await ask(options, agent, questionOf(number++)).catch(() => 0)
      if (!isOver) statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const workers = Array.from({ length: options.concurrency }, work)
  return {
    statuses,
    async stop() {
      isOver = true
      agent.destroy()
      await Promise.all(workers)
    },
  }
}

const ask = (
  { url, localAddress }: RepeatOptions,
  agent: Agent,
  { method, path, headers, body }: Question,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const source = localAddress === undefined ? {} : { localAddress }
    const outgoing = request(new URL(path, url), { method, headers, agent, ...source }, (response) => {
      response.resume()
      response.once('error', reject)
      response.once('close', () => resolve(response.statusCode ?? 0))
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })

interface SocketOptions {
  readonly url: string
  readonly count: number
  readonly localAddress?: string
}

function openSockets({ url, count, localAddress }: SocketOptions, begin: (socket: Socket) => void): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  const source = localAddress === undefined ? {} : { localAddress }
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ host: hostname, port: Number(port), ...source })
      const isOpen = once(socket, 'connect')
      socket.on('error', () => {})
      // One that is refused has closed.
      await isOpen.then(
        () => begin(socket),
        () => {},
      )
      return socket
    }),
  )
}

async function closeSockets(sockets: readonly Socket[]): Promise<void> {
  await Promise.all(
    sockets.map(async (socket) => {
      if (socket.closed) return
      const isClosed = once(socket, 'close')
      socket.destroy()
      await isClosed
    }),
  )
}
