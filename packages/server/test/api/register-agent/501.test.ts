import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { rawExchange } from '../../harness/raw-exchange.ts'

const path = '/api/agent/auth'

describe('registerAgent 501', () => {
  let hub: TestHub
  let refusal: string
  beforeAll(async () => {
    // With limits on: no number of requests changes the answer.
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_RATE_LIMIT: '1/1/1' } })
    refusal = await (await hub.request(path, { method: 'POST' })).text()
  })

  const expectRefusal = async (response: Response): Promise<void> => {
    expect(response.status).toBe(501)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe(refusal)
  }

  it('has exactly the three members of the interface', () => {
    expect(JSON.parse(refusal)).toEqual({
      error: 'not_implemented',
      message: expect.stringContaining('out-of-band'),
      auth_md: `${hub.url}/auth.md`,
    })
  })

  it.each(['POST', 'GET', 'PUT', 'PATCH', 'DELETE'])('is the answer to %s', async (method) => {
    await expectRefusal(await hub.request(path, { method }))
  })

  it('is the answer to HEAD, without the body', async () => {
    const response = await hub.request(path, { method: 'HEAD' })
    expect(response.status).toBe(501)
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(refusal)))
    expect(await response.text()).toBe('')
  })

  it('leaves OPTIONS a preflight', async () => {
    const response = await hub.request(path, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('OPTIONS, POST')
  })

  it.each([
    ['malformed JSON', 'application/json', '{"a":'],
    ['an empty body', 'application/json', ''],
    ['a duplicate member', 'application/json', '{"a":1,"a":2}'],
    ['a wrong media type', 'application/xml', '<a/>'],
    ['a broken media type', ';;;', 'x'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
    ['a multipart body without a boundary', 'multipart/form-data', 'x'],
    ['a body deeper than any limit', 'application/json', '['.repeat(100_000)],
  ])('is the answer to %s', async (_what, type, body) => {
    await expectRefusal(await hub.request(path, { method: 'POST', headers: { 'content-type': type }, body }))
  })

  it('is the answer to credentials of every kind, and to a query', async () => {
    for (const headers of [
      { authorization: 'Bearer x' },
      { 'x-api-key': 'spn_x' },
      { 'idempotency-key': 'x'.repeat(1_000) },
      { accept: 'text/html' },
    ] as Record<string, string>[])
      await expectRefusal(await hub.request(`${path}?a=1`, { method: 'POST', headers }))
  })

  it('is the answer to 10 MB, without a wait for them', async () => {
    const head = `POST ${path} HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\nContent-Length: 10485760\r\n\r\n`
    const isWhole = (received: string): boolean => received.includes(refusal)
    const early = await rawExchange(hub.url, `${head}{"a":`, { isEnough: isWhole })
    expect(early).toMatch(/^HTTP\/1\.1 501 /)
    const whole = await rawExchange(hub.url, head + 'x'.repeat(10_485_760), { isEnough: isWhole })
    expect(whole).toMatch(/^HTTP\/1\.1 501 /)
  })

  it('is the final answer to Expect: 100-continue', async () => {
    const answer = await rawExchange(
      hub.url,
      `POST ${path} HTTP/1.1\r\nHost: hub\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n`,
      { isEnough: (received) => received.includes(refusal) },
    )
    expect(answer).toMatch(/^HTTP\/1\.1 501 /)
    expect(answer).not.toContain('100 Continue')
  })

  it('is the answer to an unknown expectation', async () => {
    const answer = await rawExchange(
      hub.url,
      `POST ${path} HTTP/1.1\r\nHost: hub\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 501 /)
    expect(answer).toContain(refusal)
  })

  it('is the answer to a chunked body that never ends', async () => {
    const answer = await rawExchange(
      hub.url,
      `POST ${path} HTTP/1.1\r\nHost: hub\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
      { isEnough: (received) => received.includes(refusal) },
    )
    expect(answer).toMatch(/^HTTP\/1\.1 501 /)
  })

  it('is the answer to an address in absolute form', async () => {
    const answer = await rawExchange(
      hub.url,
      `POST ${hub.url}${path} HTTP/1.1\r\nHost: hub\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 501 /)
  })

  it('is the answer to 200 concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => hub.request(path, { method: 'POST', body: '{' })),
    )
    for (const answer of answers) await expectRefusal(answer)
  })

  it('is the answer whatever method, media type and body come together', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
        fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((type) => type.trim() || 'a/b'),
        fc.uint8Array({ maxLength: 500 }),
        async (method, type, body) => {
          await expectRefusal(await hub.request(path, { method, headers: { 'content-type': type }, body }))
        },
      ),
      { numRuns: 100 },
    )
  })

  it('names the text agents read, which exists', async () => {
    const response = await fetch(JSON.parse(refusal).auth_md)
    expect(response.status).toBe(200)
  })
})
