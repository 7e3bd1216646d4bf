import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A line of a known speed that breaks once, so that progress can be seen, and a second attempt. */
export interface SlowConnection {
  readonly url: string
  close(): Promise<void>
}

export interface SlowConnectionOptions {
  readonly bytesPerSecond: number
  /** Bytes on one connection after which that one is cut; only once. */
  readonly breakAfterBytes?: number | undefined
}

export async function openSlowConnection(hubUrl: string, options: SlowConnectionOptions): Promise<SlowConnection> {
  const { hostname, port } = new URL(hubUrl)
  const sockets = new Set<Socket>()
  const { bytesPerSecond, breakAfterBytes = Number.POSITIVE_INFINITY } = options
  let isBroken = false
  const server = createServer((client) => {
    const hub = connect(Number(port), hostname)
    for (const socket of [client, hub]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    hub.pipe(client)
    void (async () => {
      let passedBytes = 0
      for await (const chunk of client as AsyncIterable<Buffer>) {
        hub.write(chunk)
        passedBytes += chunk.length
        if (!isBroken && passedBytes > breakAfterBytes) {
          isBroken = true
          break
        }
        await delay((chunk.length / bytesPerSecond) * 1000)
      }
      client.destroy()
      hub.end()
    })().catch(() => hub.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
