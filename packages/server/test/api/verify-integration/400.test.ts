import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { rawExchange } from '../../harness/raw-exchange.ts'
import { sharedPropertyHub } from '../../harness/shared-property-hub.ts'

const token = 'a'.repeat(32)

describe('verifyIntegration 400', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await sharedPropertyHub()
  })

  it('refuses a token in the header and another in the query', async () => {
    const answer = await hub.json('GET', `/api/integration/verify?x=1&access_token=${token}`, { bearer: token })
    expect(answer.body).toMatchObject({ status: 400, error: 'invalid_request' })
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_request"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('refuses two Authorization headers, whichever of them is right', async () => {
    for (const other of ['Bearer wrong', `Bearer ${token}`, 'Basic YTpi']) {
      const answer = await rawExchange(
        hub.url,
        `GET /api/integration/verify HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer ${token}\r\naUTHORIZATION: ${other}\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('"error":"invalid_request"')
    }
  })

  it('takes other query members for what they are: nothing', async () => {
    expect((await hub.json('GET', '/api/integration/verify?page=2', { bearer: token })).status).toBe(200)
  })
})
