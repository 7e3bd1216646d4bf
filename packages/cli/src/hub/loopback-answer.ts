import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Where the browser brings the answer of an authorization request (RFC 8252 section 7.3): only this machine, on a port
 * that is free. Requests without the state of the authorization request are ignored.
 */
export interface LoopbackAnswer {
  readonly redirectUri: string
  /** The parameters of the answer. Rejects when the signal is aborted. */
  wait(state: string, signal: AbortSignal): Promise<URLSearchParams>
  close(): void
}

export async function openLoopback(): Promise<LoopbackAnswer> {
  let take: ((answer: URLSearchParams) => void) | undefined
  let wanted: string | undefined
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isAnswer = request.method === 'GET' && url.pathname === '/callback'
    if (!isAnswer || wanted === undefined || url.searchParams.get('state') !== wanted) {
      response.writeHead(404, headers).end()
      return
    }
    answerBrowser(response, url.searchParams.has('code'))
    take?.(url.searchParams)
  })
  await listen(server)
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    wait: (state, signal) =>
      new Promise((resolve, reject) => {
        wanted = state
        take = resolve
        const stop = (): void => reject(signal.reason as Error)
        if (signal.aborted) stop()
        signal.addEventListener('abort', stop, { once: true })
      }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })

const headers = {
  connection: 'close',
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

function answerBrowser(response: ServerResponse, isAllowed: boolean): void {
  const text = isAllowed
    ? 'Almost done. Continue in the terminal. You can close this window.'
    : 'The request was denied. You can close this window.'
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>spindle</title><h1>spindle</h1><p>${text}</p></html>`
  response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(page) }).end(page)
}
