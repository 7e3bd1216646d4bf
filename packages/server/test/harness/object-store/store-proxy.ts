import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { listenUntilEnd } from '../listen.ts'
import type { BucketAddress } from './bucket-folder.ts'
import { type Operation, operationOf } from './fake-s3.ts'

/** A proxy in front of a real object store, on which any request can fail. Signed requests are forwarded unchanged. */
export interface StoreProxy {
  /** The address of the store for a hub's configuration. */
  readonly address: BucketAddress
  /** Called before every request for its fault. */
  troubleOf: (request: StoreRequest) => Trouble | undefined
}

export interface StoreRequest {
  readonly operation: Operation
  readonly query: URLSearchParams
}

/**
 * `refused`: the connection ends. `busy`: 503, nothing done. `lost`: done, but the answer is lost. `passes`: the store
 * sees it after that, and the rest of its body waits as long.
 */
export type Trouble = 'refused' | 'busy' | 'lost' | { readonly passes: Promise<unknown> }

export async function startStoreProxy(store: BucketAddress): Promise<StoreProxy> {
  const { endpoint, bucket, region, credentials } = store
  const proxy: Pick<StoreProxy, 'troubleOf'> = { troubleOf: () => undefined }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', endpoint)
    const key = url.pathname.split('/').slice(2).join('/')
    const operation = operationOf(request.method ?? '', key, url.searchParams)
    const trouble = proxy.troubleOf({ operation, query: url.searchParams })
    if (trouble === 'refused') return void request.destroy()
    if (trouble === 'busy') return answerBusy(request, response)
    if (typeof trouble === 'object') await trouble.passes
    const answer = await passOn(request, url)
    if (trouble === 'lost') {
      answer.resume()
      return void response.destroy()
    }
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    await pipeline(answer, response)
  }
  // A hub that stopped waiting ends its request: then there is no client to answer.
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  const port = await listenUntilEnd(server)
  return Object.assign(proxy, {
    address: { endpoint: `http://127.0.0.1:${port}`, bucket, region, credentials },
  })
}

async function passOn(request: IncomingMessage, url: URL): Promise<IncomingMessage> {
  // The client already has its 100 Continue.
  const { expect: _, ...headers } = request.headers
  // A separate connection, which the store is not closing at this moment.
  const upstream = openRequest(url, { method: request.method ?? '', headers, agent: false })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    upstream.once('response', resolve).once('error', reject),
  )
  const [answer] = await Promise.all([answered, pipeline(request, upstream)])
  return answer
}

function answerBusy(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(503, { 'content-type': 'application/xml' })
  response.end(
    '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
  )
}
