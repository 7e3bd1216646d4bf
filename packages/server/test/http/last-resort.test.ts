import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { rawExchange } from '../harness/raw-exchange.ts'

/** The errors that no request should ever cause. */
describe('errors of last resort', () => {
  let hub: TestHub
  let key: string
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    key = await (await createTestAccount(hub)).key()
  })

  it('a header block that is too large: 431 with a problem document', async () => {
    const answer = await rawExchange(
      hub.url,
      `GET /healthz HTTP/1.1\r\nHost: hub\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    )
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 431 /)
    expect(head.toLowerCase()).toContain('content-type: application/problem+json')
    expect(JSON.parse(body)).toMatchObject({
      status: 431,
      error: 'headers_too_large',
      requestId: expect.stringMatching(/^req_/),
    })
  })

  it('an unexpected failure: 500 without internals, and the hub keeps running', async () => {
    await hub.opened.database.system.execute('alter table uploads rename to uploads_away')
    const { status, body } = await hub.json('GET', '/api/v1/distributor/uploads', { key })
    await hub.opened.database.system.execute('alter table uploads_away rename to uploads')
    expect(status).toBe(500)
    expect(body).toEqual({
      type: expect.stringMatching(/\/docs\/errors\/internal_error$/),
      title: 'An unexpected error occurred in the hub',
      status: 500,
      detail: 'An unexpected error occurred in the hub.',
      error: 'internal_error',
      requestId: expect.stringMatching(/^req_/),
    })
    expect((await hub.json('GET', '/api/v1/distributor/uploads', { key })).status).toBe(200)
  })
})
