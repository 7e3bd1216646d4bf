import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Endpoint } from './server-settings.ts'

const socketPort = 5432
// The kernel's sun_path without its terminating NUL.
const maxSocketPathBytes = process.platform === 'linux' ? 107 : 103

/** A socket in the cluster if its path is short enough, else undefined. */
export function findSocketEndpoint(clusterDir: string): Endpoint | undefined {
  const path = join(clusterDir, `.s.PGSQL.${socketPort}`)
  if (Buffer.byteLength(path) > maxSocketPathBytes) return undefined
  return { kind: 'socket', directory: clusterDir, port: socketPort }
}

/** A loopback port that was free a moment ago. Another process may take it first, so the caller tries again. */
export function chooseLoopbackEndpoint(): Promise<Endpoint> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve({ kind: 'loopback', host: '127.0.0.1', port }))
    })
  })
}

/** The value of `host` for clients: the folder of the socket, or the address. */
export function endpointHost(endpoint: Endpoint): string {
  return endpoint.kind === 'socket' ? endpoint.directory : endpoint.host
}
