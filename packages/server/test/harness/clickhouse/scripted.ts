import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { atEnd } from '../cleanup.ts'

/** HTTP requests to ClickHouse, as they arrived. */
export interface Asked {
  readonly query: string
  readonly rows: string
  readonly values: Readonly<Record<string, string>>
  readonly authorization: string | undefined
}

export type Answer = { readonly status: number; readonly body: string } | 'lost' | 'none'

/** A server with scripted behaviour: errors, and lost answers. */
export interface ScriptedClickHouse {
  readonly url: string
  readonly asked: Asked[]
  /** Replaces the previous script; undefined means no failure. */
  answer: (asked: Asked) => Answer | undefined | Promise<Answer | undefined>
  inserts(): Asked[]
}

export async function startScriptedClickHouse(): Promise<ScriptedClickHouse> {
  const asked: Asked[] = []
  const send = (response: ServerResponse, answer: Answer): void => {
    if (answer === 'lost') response.destroy()
    else if (answer !== 'none') response.writeHead(answer.status).end(answer.body)
  }
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { query, ...values } = Object.fromEntries(new URL(request.url ?? '', 'http://localhost').searchParams)
      const { authorization } = request.headers
      const one = { query: query ?? body, rows: query === undefined ? '' : body, values, authorization }
      asked.push(one)
      send(response, (await scripted.answer(one)) ?? { status: 200, body: '' })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const scripted: ScriptedClickHouse = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: () => undefined,
    inserts: () => asked.filter(({ query }) => query.startsWith('insert')),
  }
  return scripted
}
