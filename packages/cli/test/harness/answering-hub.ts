import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenUntilEnd } from '../../../server/test/harness/listen.ts'

/**
 * A server that answers what a test wrote down, for what a command requests and shows: no database, no other process.
 */

/** One request as it arrived. */
export interface AskedRequest {
  /** `GET /path?query`, below the address of the hub. */
  readonly call: string
  /** The JSON body; undefined without one. */
  readonly body: unknown
}

/** What is answered to one call; 200 and an empty object by default. */
export interface WrittenAnswer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface AnsweringHub {
  readonly url: string
  /** What arrived since the last call of `forget`, the oldest first. */
  readonly asked: readonly AskedRequest[]
  forget(): void
}

/** A call is found with its query, else without it; one that is not written down is answered with 404. */
export async function startAnsweringHub(answers: Readonly<Record<string, WrittenAnswer>>): Promise<AnsweringHub> {
  const asked: AskedRequest[] = []
  const server = createServer((request, response) => {
    void readRequest(request).then((one) => {
      asked.push(one)
      const { status = 200, body = {}, headers = {} } = findAnswer(answers, one.call)
      const type = status < 400 ? 'application/json' : 'application/problem+json'
      response.writeHead(status, { 'content-type': type, 'x-request-id': 'req_1', ...headers })
      response.end(status === 204 ? undefined : JSON.stringify(body))
    })
  })
  const url = `http://127.0.0.1:${await listenUntilEnd(server)}`
  return { url, asked, forget: () => void asked.splice(0) }
}

const findAnswer = (answers: Readonly<Record<string, WrittenAnswer>>, call: string): WrittenAnswer =>
  answers[call] ?? answers[call.replace(/\?.*$/, '')] ?? unknownCall(call)

const unknownCall = (call: string): WrittenAnswer => ({
  status: 404,
  body: {
    title: 'Not found',
    detail: `Nothing is written down for ${call}.`,
    error: 'not_found',
  },
})

async function readRequest(request: IncomingMessage): Promise<AskedRequest> {
  const sent = await text(request)
  return { call: `${request.method} ${request.url}`, body: sent === '' ? undefined : (JSON.parse(sent) as unknown) }
}
