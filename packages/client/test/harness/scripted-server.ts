import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../../../server/test/harness/cleanup.ts'

/** A server that answers by a script, one entry for each request, and records the requests. */

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface ScriptedServer {
  readonly url: string
  readonly seen: SeenRequest[]
  /** The answers to come; the last one repeats forever. */
  play(...answers: Answer[]): void
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  let script: Answer[] = []
  const seen: SeenRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
      const answer = script.length > 1 ? script.shift() : script[0]
      answer?.(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    play(...answers) {
      script = answers
      seen.length = 0
    },
  }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

export const problem = (status: number, error: string, headers: Record<string, string> = {}): Answer =>
  json(status, { error, detail: `about ${error}`, requestId: 'req_1' }, { 'x-request-id': 'req_1', ...headers })

/** The connection is lost before the answer. */
export const hangUp: Answer = (request) => void request.socket.destroy()

/** Nothing is answered, for as long as the client waits. */
export const silence: Answer = () => {}
