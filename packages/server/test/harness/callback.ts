import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './cleanup.ts'

/** The server on which a program on this machine waits for the browser to return with its answer. */
export interface Callback {
  readonly url: string
  /** The addresses with which it returned. */
  readonly answers: readonly URL[]
}

export async function startCallback(): Promise<Callback> {
  const answers: URL[] = []
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://127.0.0.1')
    if (asked.pathname === '/callback') answers.push(asked)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><html lang="en"><title>The program</title><h1>The program goes on</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, answers }
}
