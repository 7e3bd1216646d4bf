import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy to the hub that does something the moment the hub has answered a request, before the answer passes. */
export interface FailingProxy {
  readonly url: string
  /** The requests through it, as `PATCH /path`. */
  readonly requests: readonly string[]
  /** Calls `then` with the `count`-th answer to a request like this one; the answer never arrives. */
  when(pattern: RegExp, count: number, then: () => void): void
  /** Loses so many requests before they reach the hub, as while it restarts. */
  lose(count: number): void
  /** The same with the next one; resolves when it has happened. */
  next(pattern: RegExp, then: () => void): Promise<void>
  /** Calls `then` as soon as so many bytes of files have passed, in the middle of a request that sends one. */
  whenSent(bytes: number, then: () => void): void
}

interface Trap {
  readonly pattern: RegExp
  left: number
  readonly then: () => void
}

export async function startFailingProxy(target: string): Promise<FailingProxy> {
  const requests: string[] = []
  let lost = 0
  let trap: Trap | undefined
  let mark: { left: number; readonly then: () => void } | undefined
  const count = (bytes: number): void => {
    if (mark === undefined) return
    mark.left -= bytes
    if (mark.left > 0) return
    const { then } = mark
    mark = undefined
    then()
  }
  const when = (pattern: RegExp, count: number, then: () => void): void => {
    trap = { pattern, left: count, then }
  }
  const springs = (name: string): (() => void) | undefined => {
    if (!trap?.pattern.test(name) || --trap.left > 0) return undefined
    const { then } = trap
    trap = undefined
    return then
  }
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const name = `${incoming.method} ${incoming.url}`
    requests.push(name)
    if (lost > 0) {
      lost -= 1
      outgoing.destroy()
      return
    }
    const { host: _host, ...headers } = incoming.headers
    const upstream = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
      const then = springs(name)
      if (then) {
        // Read to its end, so the hub has finished the request.
        answer.resume().on('end', () => {
          then()
          outgoing.destroy()
        })
        return
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.destroy())
    outgoing.on('error', () => upstream.destroy())
    incoming.on('error', () => upstream.destroy())
    if (/^(PATCH|POST) \/api\/v1\/distributor\/uploads/.test(name))
      incoming.on('data', (chunk: Buffer) => count(chunk.length))
    incoming.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    when,
    lose: (count) => {
      lost = count
    },
    whenSent: (bytes, then) => {
      mark = { left: bytes, then }
    },
    next: (pattern, then) =>
      new Promise((resolve) =>
        when(pattern, 1, () => {
          then()
          resolve()
        }),
      ),
  }
}
