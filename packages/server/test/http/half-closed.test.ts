import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import type { TestHub } from '../harness/hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'

let hub: TestHub
let key: string
beforeAll(async () => {
  hub = await sharedHub()
  key = await (await createTestAccount(hub)).key()
})

/** Sends bytes, closes that side of the connection, and reads all answers. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect({ port: Number(new URL(hub.url).port), host: '127.0.0.1' })
  socket.end(bytes)
  return text(socket)
}
const statuses = (answers: string) => answers.match(/HTTP\/1\.1 \d+/g)
const request = (path: string, method = 'GET', body = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: hub\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

describe('a client that closes its side after its requests', () => {
  it('gets the answer of one', async () => {
    const answer = await exchange(request('/api/v1/distributor/key'))
    expect(statuses(answer)).toEqual(['HTTP/1.1 200'])
    expect(answer).toContain('"permissions":')
  })

  it('gets the answers of several, in their order', async () => {
    const answers = await exchange(
      request('/api/v1/distributor/key') + request('/api/v1/distributor/webhooks', 'POST', '{}') + request('/nowhere'),
    )
    expect(statuses(answers)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 422', 'HTTP/1.1 404'])
  })

  it('is not told that a request with an incomplete body succeeded', async () => {
    const cut = request('/api/v1/distributor/webhooks', 'POST', '{"url":"https://a.example"}').slice(0, -5)
    expect(statuses(await exchange(cut))?.filter((line) => line.includes(' 2')) ?? []).toEqual([])
  })

  it('has its event stream closed, which would never end', async () => {
    const answer = await exchange(request('/api/v1/distributor/events/stream'))
    expect(statuses(answer)).toEqual(['HTTP/1.1 200'])
  })
})

describe('a request of HTTP/1.1 without Host', () => {
  it('is refused with the reason', async () => {
    const answer = await exchange('GET /healthz HTTP/1.1\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json.*"error":"invalid_request"/s)
    expect(answer).toContain('The request has no Host header. Send it with the name of the hub.')
  })

  it('is answered where it is of HTTP/1.0', async () => {
    expect(statuses(await exchange('GET /healthz HTTP/1.0\r\n\r\n'))).toEqual(['HTTP/1.1 200'])
  })
})
