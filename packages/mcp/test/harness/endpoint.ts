import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Fetch, Spindle } from '@spindle/client'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { type Gate, mcpEndpoint } from '../../src/index.ts'

export interface EndpointOptions {
  /** Address of the hub the tools work on. */
  readonly hubUrl: string
  readonly gate: Gate
  /** Called with unexpected errors. */
  readonly onError?: (error: unknown) => void
  /** How the tools reach the hub; default: the global `fetch`. */
  readonly fetch?: Fetch
  /** Whose key it is when a request names none, for clients that cannot. */
  readonly key?: string
}

/** The endpoint on its own socket; the key of each request is its caller. */
export async function startEndpoint({ hubUrl, gate, onError, fetch, key = '' }: EndpointOptions): Promise<string> {
  const endpoint = mcpEndpoint({
    baseUrl: hubUrl,
    gate,
    connect: (apiKey: string) => new Spindle({ baseUrl: hubUrl, apiKey, maxRetries: 0, fetch }),
    onError,
  })
  const server = createServer((request, response) => {
    const given = request.headers['x-api-key']
    void endpoint.handle(request, response, undefined, typeof given === 'string' ? given : key)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    await endpoint.close()
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}
