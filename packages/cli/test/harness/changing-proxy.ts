import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { listenUntilEnd } from '../../../server/test/harness/listen.ts'

/** A proxy in front of a hub that shows what was requested, and changes answers as a hostile or broken one would. */
export interface ChangingProxy {
  readonly url: string
  /** Paths with their queries, in their order. */
  readonly requested: string[]
  /** Undefined passes the answer on as it is. */
  change: ((path: string, response: Response) => Promise<Response | undefined>) | undefined
}

export async function startChangingProxy(hub: { readonly url: string }): Promise<ChangingProxy> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const ended = new AbortController()
    response.once('close', () => ended.abort())
    proxy.requested.push(path)
    const pass = async (): Promise<void> => {
      const headers = new Headers()
      for (const name of ['authorization', 'range', 'accept', 'last-event-id'])
        if (typeof request.headers[name] === 'string') headers.set(name, request.headers[name])
      const answer = await fetch(`${hub.url}${path}`, { headers, signal: ended.signal })
      const sent = (await proxy.change?.(path, answer)) ?? answer
      const kept = [...sent.headers].filter(([name]) => !/^(content-length|content-encoding|connection)/.test(name))
      response.writeHead(sent.status, Object.fromEntries(kept))
      if (sent.body === null) response.end()
      else await pipeline(Readable.fromWeb(sent.body as never), response)
    }
    pass().catch(() => response.destroy())
  })
  const proxy: ChangingProxy = { url: '', requested: [], change: undefined }
  return Object.assign(proxy, { url: `http://127.0.0.1:${await listenUntilEnd(server)}` })
}
