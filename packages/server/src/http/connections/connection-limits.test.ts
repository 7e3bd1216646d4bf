import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { limitConnections, tooManyConnections } from './connection-limits.ts'
import { refuseRequest } from './refuse-request.ts'

const limits = {
  max: 8,
  perAddress: 5,
  isProxy: (_address: string) => false,
  keepAliveMs: 72_000,
  crowdedKeepAliveMs: 5_000,
}

async function withServer<T>(
  changes: Partial<typeof limits> | { perAddress: undefined },
  work: (open: () => Promise<Socket>, keepAliveTimeout: () => number) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => {
    const limit = exceededLimit(request.socket)
    if (limit === undefined) response.end('ok')
    else refuseRequest(response, tooManyConnections(limit), { publicUrl: 'https://hub.example', requestId: 'req_1' })
  })
  const exceededLimit = limitConnections(server, { ...limits, ...changes })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sockets: Socket[] = []
  const open = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    const accepted = once(server, 'connection')
    await accepted
    return socket
  }
  try {
    return await work(open, () => server.keepAliveTimeout)
  } finally {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** One after the other, so that each is accepted before the next. */
async function openMany(open: () => Promise<Socket>, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let index = 0; index < count; index++) sockets.push(await open())
  return sockets
}

/** The whole answer to a request on the connection, until the hub ends it. */
async function askUntilClosed(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString()
  })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'close')
  return received
}

it('answers on the connection that is one too many of an address why it is refused, and closes it', () =>
  withServer({}, async (open) => {
    const held = await openMany(open, 5)
    const answer = await askUntilClosed(await open())
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 503 /)
    expect(head).toMatch(/^retry-after: 1$/im)
    expect(head).toMatch(/^connection: close$/im)
    expect(head).toMatch(/^content-type: application\/problem\+json$/im)
    expect(JSON.parse(body)).toEqual({
      type: 'https://hub.example/docs/errors/overloaded',
      title: 'The hub is busy',
      status: 503,
      detail:
        'Your address has more than 5 open connections. Use fewer at a time: keep connections open and send the next request on the same one. Operators can change the limit with SPINDLE_CONNECTIONS_PER_ADDRESS.',
      error: 'overloaded',
      requestId: 'req_1',
    })
    expect(held.every((socket) => !socket.destroyed)).toBe(true)
  }))

it('accepts another connection of an address when one has ended, also after refusals', () =>
  withServer({}, async (open) => {
    const [first] = await openMany(open, 5)
    await askUntilClosed(await open())
    await openMany(open, 2)
    first?.resume()
    first?.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await once(first as Socket, 'close')
    const last = await open()
    last.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [answer] = (await once(last, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/)
  }))

it('closes refused connections without an answer when 64 of an address wait for theirs', () =>
  withServer({ max: 100 }, async (open) => {
    const sockets = await openMany(open, 5 + 64)
    await once(await open(), 'close')
    expect(sockets.every((socket) => !socket.destroyed)).toBe(true)
  }))

it.each([
  ['where the limit is off', { perAddress: undefined }],
  ['to a proxy that the operator names', { isProxy: (address: string): boolean => address === '127.0.0.1' }],
])('lets one address hold any number: %s', (_, changes) =>
  withServer(changes, async (open) => {
    const held = await openMany(open, 7)
    const last = held.at(-1) as Socket
    last.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [answer] = (await once(last, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/)
  }),
)

it('keeps idle connections for a shorter time while three quarters are taken', () =>
  withServer({ perAddress: undefined }, async (open, keepAliveTimeout) => {
    await openMany(open, 5)
    expect(keepAliveTimeout()).toBe(72_000)
    await open()
    expect(keepAliveTimeout()).toBe(5_000)
  }))
