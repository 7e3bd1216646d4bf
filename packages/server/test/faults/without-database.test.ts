import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { createFragileDatabase } from '../harness/database-proxy.ts'
import { startTestHub } from '../harness/hub.ts'

const token = 'a-token-of-at-least-32-characters-of-it'

describe('while the database is away', async () => {
  const database = await createFragileDatabase()
  const hub = await startTestHub({
    overrides: { openDatabase: database },
    environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` },
  })
  const key = await (await createTestAccount(hub)).key()
  const status = async (path: string, init?: RequestInit): Promise<number> =>
    (await fetch(`${hub.url}${path}`, init)).status

  it('answers verification, discovery and liveness, and says what is missing', async () => {
    expect(await (await fetch(`${hub.url}/readyz`)).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', uploads: 'ok' },
    })
    database.cut()
    const ready = await fetch(`${hub.url}/readyz`)
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({ status: 'degraded', checks: { database: 'unavailable', uploads: 'ok' } })
    expect(await status('/healthz')).toBe(200)
    expect(await status('/api/integration/verify', { headers: { authorization: `Bearer ${token}` } })).toBe(200)
    expect(await status('/api/agent/auth', { method: 'POST' })).toBe(501)
    expect(await status('/.well-known/oauth-protected-resource')).toBe(200)
    const refused = await hub.json('GET', '/api/v1/music-distributor/releases', { key })
    expect(refused.status).toBe(503)
    expect(refused.body.error).toBe('database_unavailable')
    database.restore()
  })
})
