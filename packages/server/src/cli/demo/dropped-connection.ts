import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to the hub that breaks once, as mobile lines do: after so many bytes of one connection. */
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
      // What has passed may arrive: a cut loses the end of a stream, not its beginning.
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
