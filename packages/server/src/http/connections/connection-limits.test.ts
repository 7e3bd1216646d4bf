import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { limitConnections } from './connection-limits.ts'

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
  const server = createServer((_request, response) => void response.end('ok'))
  limitConnections(server, { ...limits, ...changes })
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

it('closes the connection that is one too many of an address, and takes another when one has ended', () =>
  withServer({}, async (open) => {
    const held = await openMany(open, 5)
    await once(await open(), 'close')
    const [first] = held
    first?.destroy()
    await new Promise((resolve) => setImmediate(resolve))
    expect(held.slice(1).every((socket) => !socket.destroyed)).toBe(true)
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
