import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { cutSlowReaders } from './slow-readers.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A server that answers with 64 MiB, far more than the system buffers between two sockets. */
async function openServer(windowMs = 120): Promise<{ server: Server; ask: () => Socket }> {
  const piece = Buffer.alloc(65_536)
  const server = createServer((_request, response) => {
    Readable.from(Array.from({ length: 1_024 }, () => piece)).pipe(response)
  })
  cutSlowReaders(server, { minBytesPerSecond: 1_000, windowMs })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = (): Socket => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    return socket
  }
  return { server, ask }
}

it('cuts a connection whose answer is not read', async () => {
  const { server, ask } = await openServer()
  const opened = once(server, 'connection')
  ask().pause()
  const [connection] = (await opened) as [Socket]
  await once(connection, 'close')
  expect(connection.destroyed).toBe(true)
})

it('lets whoever reads have the whole answer', async () => {
  const { ask } = await openServer()
  let received = 0
  const socket = ask()
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  await once(socket, 'close')
  expect(received).toBeGreaterThan(64 * 1_024 ** 2)
})

it('does not blame a reader for a time in which the hub was held up', async () => {
  const { server, ask } = await openServer(1_800)
  const opened = once(server, 'connection')
  const socket = ask()
  socket.pause()
  await opened
  // Looked at once, and then not again for longer than the window.
  await sleep(450)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.resume()
  await once(socket, 'close')
  expect(received).toBeGreaterThan(64 * 1_024 ** 2)
})
