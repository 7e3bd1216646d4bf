import { request as httpRequest } from 'node:http'
import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { eventually } from '../../harness/eventually.ts'
import { freePort, startTestHub } from '../../harness/hub.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const token = 'a'.repeat(32)
const path = '/api/integration/plays'

it('answers 503 to batches beyond the byte budget and accepts them again afterwards', async () => {
  const hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
  const announced = 5 * 1024 * 1024
  const slow = Array.from({ length: 8 }, () => {
    const request = httpRequest(`${hub.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': announced },
    })
    request.on('error', () => {})
    request.write('[')
    return request
  })
  const report = () => hub.json('POST', path, { bearer: token, body: [] })
  const reportUntil = (status: number) =>
    eventually(
      async () => {
        const answer = await report()
        return answer.status === status && answer
      },
      { what: `an answer with ${status}` },
    )
  const refused = await reportUntil(503)
  expect(refused.body.error).toBe('overloaded')
  expect(refused.headers.get('retry-after')).toBe('1')
  slow[0]?.destroy()
  await reportUntil(200)
  for (const request of slow) request.destroy()
})

it('answers 503 integration_not_configured while no token is configured', async () => {
  const hub = await sharedHub()
  const { status, body } = await hub.json('POST', path, { bearer: token, body: [] })
  expect([status, body.error]).toEqual([503, 'integration_not_configured'])
})

it('answers 503 while the ClickHouse that keeps raw plays is away, and all else as ever', async () => {
  const hub = await startTestHub({
    role: 'api',
    environment: {
      SPINDLE_PLAYS: 'clickhouse',
      SPINDLE_CLICKHOUSE_URL: `http://127.0.0.1:${await freePort()}`,
      SPINDLE_INTEGRATION_TOKENS: `site-a=${token}`,
    },
  })
  const account = await createTestAccount(hub)
  const release = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'] })
  const body = [{ id: 'one', trackId: release.trackIds[0], at: new Date().toISOString() }]
  const refused = await hub.json('POST', '/api/integration/plays', { bearer: token, body })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(refused.body).toMatchObject({
    error: 'storage_unavailable',
    detail: 'The hub cannot reach the ClickHouse server for raw plays.',
  })
  expect((await hub.json('GET', '/api/integration/verify', { bearer: token })).status).toBe(200)
  expect((await hub.request('/.well-known/oauth-protected-resource')).status).toBe(200)
  expect((await hub.request('/readyz')).status).toBe(200)
  const path = '/api/v1/distributor/analytics?from=2026-05-01&to=2026-05-20&metrics=streams'
  expect((await hub.json('GET', path, { key: await account.key() })).status).toBe(200)
})
