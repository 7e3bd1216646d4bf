import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { atEnd } from '../../../server/test/harness/cleanup.ts'

/** The line between browsers and the hub: it can be held in the middle of a file, and cut. */
export interface Line {
  readonly port: number
  /** Blocks the connection after so many more bytes towards the hub. Resolves when it is blocked. */
  holdAfter(bytes: number): Promise<void>
  /** Connections are taken again, and everything passes. */
  release(): void
  /** Breaks every connection; none is taken until the line is released. */
  cut(): void
}

export async function startLine(hubPort: number): Promise<Line> {
  const sockets = new Set<Socket>()
  const held = new Set<() => void>()
  let left = Number.POSITIVE_INFINITY
  let isDown = false
  let tellHeld = (): void => {}
  const server = createServer((browser) => {
    if (isDown) return browser.destroy()
    const hub = connect(hubPort, '127.0.0.1')
    for (const [socket, other] of [
      [browser, hub],
      [hub, browser],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    hub.pipe(browser)
    browser.on('data', (chunk: Buffer) => {
      const pass = (): void => {
        left -= chunk.length
        browser.resume()
        if (!hub.write(chunk)) {
          browser.pause()
          hub.once('drain', () => browser.resume())
        }
      }
      if (left >= chunk.length) return pass()
      browser.pause()
      held.add(pass)
      tellHeld()
      return undefined
    })
    browser.on('end', () => hub.end())
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    isDown = true
    held.clear()
    for (const socket of sockets) socket.destroy()
  }
  atEnd(() => {
    cut()
    return new Promise((resolve) => server.close(resolve))
  })
  return {
    port: (server.address() as AddressInfo).port,
    holdAfter(bytes) {
      left = bytes
      return new Promise((resolve) => {
        tellHeld = resolve
      })
    },
    release() {
      isDown = false
      left = Number.POSITIVE_INFINITY
      for (const pass of held) pass()
      held.clear()
    },
    cut,
  }
}
