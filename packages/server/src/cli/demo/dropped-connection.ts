import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to the hub that is lost once, after a given number of bytes, as on a mobile network. */
export interface ConnectionDropper {
  readonly url: string
  close(): Promise<void>
}

export async function openConnectionDropper(hubUrl: string, breakAfterBytes: number): Promise<ConnectionDropper> {
  const { hostname, port } = new URL(hubUrl)
  const sockets = new Set<Socket>()
  let isBroken = false
  const server = createServer((client) => {
    const hub = connect(Number(port), hostname.replaceAll(/^\[|\]$/g, ''))
    for (const socket of [client, hub]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    let passedBytes = 0
    client.on('data', (chunk) => {
      passedBytes += chunk.length
      if (isBroken || passedBytes < breakAfterBytes) return
      isBroken = true
      // Bytes that were already forwarded may arrive: a lost connection cuts off the end of a stream, not its
      // beginning.
      client.destroy()
      hub.end()
    })
    client.pipe(hub)
    hub.pipe(client)
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
