import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between a client and a hub: it can fail as a whole, or lose the answer to one request. */

export interface Line {
  readonly url: string
  /**
   * After so many more bytes towards the hub every connection is closed, and none is taken for `forMs`; if it
   * `mustRefuse`, not before one was refused.
   */
  cutAfter(bytes: number, forMs: number, mustRefuse?: 'mustRefuse'): void
  /** The same at once. */
  cut(forMs: number): void
  /** The hub sees the next request that begins so, and its answer is lost with the connection. */
  loseAnswerTo(requestLine: string): void
  readonly isDown: boolean
  /** What has really happened since the last call. */
  takeHappened(): Happening[]
  close(): Promise<void>
}

type Happening = 'cut' | 'refused' | 'restored' | 'answer lost'

export async function startLine(hubUrl: string): Promise<Line> {
  const { hostname, port } = new URL(hubUrl)
  const sockets = new Set<Socket>()
  const happened: Happening[] = []
  let bytesLeft = Number.POSITIVE_INFINITY
  let downMs = 0
  let isDown = false
  let waitsForRefusal = false
  let isTimeOver = false
  let lostRequest: string | undefined

  const cut = (forMs: number): void => {
    isDown = true
    bytesLeft = Number.POSITIVE_INFINITY
    happened.push('cut')
    for (const socket of sockets) socket.destroy()
    isTimeOver = false
    setTimeout(() => {
      isTimeOver = true
      restore()
    }, forMs)
  }
  const restore = (): void => {
    if (!isTimeOver || waitsForRefusal) return
    isDown = false
    happened.push('restored')
  }

  const server = createServer((client) => {
    if (isDown) {
      happened.push('refused')
      client.destroy()
      if (waitsForRefusal) {
        waitsForRefusal = false
        restore()
      }
      return
    }
    const hub = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, hub],
      [hub, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    let losesAnswer = false
    client.on('data', (chunk: Buffer) => {
      if (lostRequest !== undefined && chunk.toString('latin1').startsWith(lostRequest)) {
        lostRequest = undefined
        losesAnswer = true
      }
      const passing = chunk.subarray(0, bytesLeft)
      bytesLeft -= passing.length
      if (!hub.write(passing)) {
        client.pause()
        hub.once('drain', () => client.resume())
      }
      if (bytesLeft === 0) cut(downMs)
    })
    hub.on('data', (chunk: Buffer) => {
      if (losesAnswer) {
        happened.push('answer lost')
        client.destroy()
      } else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get isDown() {
      return isDown
    },
    takeHappened: () => happened.splice(0),
    cut,
    cutAfter(bytes, forMs, mustRefuse) {
      bytesLeft = bytes
      downMs = forMs
      waitsForRefusal = mustRefuse !== undefined
    },
    loseAnswerTo(requestLine) {
      lostRequest = requestLine
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
