import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Scratch } from './scratch.ts'

/** The port of a server that is as fast as the one behind it, with the given round trip in milliseconds. */
export async function startFarServer(scratch: Scratch, port: number, roundTripMs: number): Promise<number> {
  const late = (from: Socket, to: Socket): void => {
    const pass = (work: () => void): void => void setTimeout(work, roundTripMs / 2)
    from.on('data', (chunk) => pass(() => to.write(chunk)))
    from.on('end', () => pass(() => to.end()))
    from.on('error', () => to.destroy())
  }
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true })
    late(near, far)
    late(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scratch.onClose(async () => void server.close())
  return (server.address() as AddressInfo).port
}
