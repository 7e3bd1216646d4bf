import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { rawExchange } from '../harness/raw-exchange.ts'

/** With two credentials a proxy may have checked one and the hub the other: neither counts. */

describe('a credential that is sent twice', () => {
  let hub: TestHub
  let key: string
  let token: string
  const integrationToken = 'integration-token-of-a-test-site-0001'
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}` },
    })
    const account = await createTestAccount(hub)
    key = await account.key()
    token = await account.token()
  })

  const get = (path: string, ...fields: string[]): Promise<string> =>
    rawExchange(hub.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields.join('\r\n')}\r\n\r\n`)

  it.each([
    ['API keys', '/api/v1/music-distributor/releases', () => `X-API-Key: ${key}`, 'x-api-key: other'],
    ['JWTs', '/api/v1/distributor/keys', () => `Authorization: Bearer ${token}`, 'authorization: Bearer other'],
    [
      'integration tokens',
      '/api/integration/feed',
      () => `Authorization: Bearer ${integrationToken}`,
      'Authorization: x',
    ],
    ['both the same', '/api/v1/music-distributor/releases', () => `X-API-Key: ${key}`, undefined],
  ])('is refused: %s', async (_what, path, good, other) => {
    expect(await get(path, good())).toContain('HTTP/1.1 200')
    const refused = await get(path, good(), other ?? good())
    expect(refused).toContain('HTTP/1.1 400')
    expect(refused.toLowerCase()).toContain('www-authenticate: ')
    expect(refused).toContain('"error":"invalid_request"')
  })
})
