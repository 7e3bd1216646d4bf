import { createServer } from 'node:net'

/**
 * Ports below the range from which the system assigns free ports. So a port stays free from the moment it was found
 * until a hub listens, and while a killed hub is restarted with it.
 */
const first = 20_000
const count = 12_000

/** Each process uses another sequence: processes with adjacent ids start far from each other. */
const start = Math.floor(((process.pid * 0.618_033_988_749) % 1) * count)
let given = 0

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < count; tries++) {
    const port = first + ((start + given++) % count)
    if (await isFree(port)) return port
  }
  throw new Error(`None of the ports from ${first} to ${first + count - 1} is free.`)
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
