import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import type { TestHub } from '../harness/hub.ts'
import { rawExchange } from '../harness/raw-exchange.ts'
import { sharedHub } from '../harness/shared-hub.ts'

/** RFC 9110 section 10.1.1: a client that asks first does not send a body that is refused anyway. */
describe('Expect: 100-continue', () => {
  let hub: TestHub
  let key: string
  beforeAll(async () => {
    hub = await sharedHub()
    key = await (await createTestAccount(hub)).key()
  })

  const releases = '/api/v1/music-distributor/releases'
  const uploads = '/api/v1/distributor/uploads'
  const ask = (line: string, headers: readonly string[], bytes = ''): string =>
    [`${line} HTTP/1.1`, 'Host: hub', 'Expect: 100-continue', ...headers, '', bytes].join('\r\n')
  const json = ['Content-Type: application/json']
  const tus = ['Tus-Resumable: 1.0.0', 'Content-Type: application/offset+octet-stream', 'Content-Length: 10']

  it.each<[string, string, string[], string]>([
    ['an unknown key', `POST ${releases}`, [...json, 'Content-Length: 2', 'X-API-Key: spn_wrong'], '401'],
    ['no credential', `POST ${releases}`, [...json, 'Content-Length: 2'], '401'],
    ['an unknown path', 'POST /api/v1/nothing', [...json, 'Content-Length: 2', 'X-API-Key: KEY'], '404'],
    ['an unknown method', `PUT ${releases}`, [...json, 'Content-Length: 2', 'X-API-Key: KEY'], '405'],
    ['too long a body', `POST ${releases}`, [...json, 'Content-Length: 99000000', 'X-API-Key: KEY'], '413'],
    ['another type', `POST ${releases}`, ['Content-Type: text/html', 'Content-Length: 2', 'X-API-Key: KEY'], '415'],
    ['a file of no type', `POST ${uploads}`, ['Content-Type: a/b', 'Content-Length: 2', 'X-API-Key: KEY'], '415'],
    [
      'too long a file',
      `POST ${uploads}`,
      ['Content-Type: audio/wav', 'Content-Length: 999999999999', 'X-API-Key: KEY'],
      '413',
    ],
    ['an unknown upload', `PATCH ${uploads}/upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`, [...tus, 'Upload-Offset: 0'], '404'],
  ])('is answered with the refusal alone: %s', async (_, line, headers, status) => {
    const isOfTus = headers.includes('Tus-Resumable: 1.0.0')
    const sent = [...headers, ...(isOfTus ? ['X-API-Key: KEY'] : [])].map((header) => header.replace('KEY', key))
    const answer = await rawExchange(hub.url, ask(line, sent))
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    // The hub cannot know whether the body or another request follows.
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  })

  it('is answered before the body of a request that is accepted', async () => {
    const headers = [...json, 'Content-Length: 2', `X-API-Key: ${key}`]
    const answer = await rawExchange(hub.url, ask(`POST ${releases}`, headers, '{}'), {
      isEnough: (received) => /HTTP\/1\.1 4\d\d [\s\S]*\r\n\r\n\{/.test(received),
    })
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /)
    expect(answer.toLowerCase()).not.toContain('connection: close')
  })
})
