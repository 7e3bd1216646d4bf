import type { TestHub } from '../harness/hub.ts'

/** Messages of the protocol in their raw form, so that no client library affects the tests. */

export const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** The same in the newest revision, which names its version in each request. */
export const listToolsIn = (revision: string) => ({
  ...listTools,
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

export const callOf = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

export interface Sent {
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export const post = (hub: TestHub, body: unknown, { key, headers = {}, signal }: Sent = {}): Promise<Response> =>
  fetch(`${hub.url}/mcp`, {
    method: 'POST',
    ...(signal === undefined ? {} : { signal }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** The one message of an answer, which comes as JSON or as an event. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes
export async function messageOf(response: Response): Promise<any> {
  const text = await response.text()
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream')
  return JSON.parse(isEvents ? (/^data: (.+)$/m.exec(text)?.[1] ?? '') : text)
}

/** The result of a tool. */
export const resultOf = async (response: Response) => (await messageOf(response)).result

/** The answer of a tool as data: an error is JSON in a text. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes
export const dataOf = ({ isError, content, structuredContent }: any) =>
  isError === true ? JSON.parse(content[0].text) : structuredContent
