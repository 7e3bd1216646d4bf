import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'

describe('listCatalog 401', () => {
  it('needs an API key', async () => {
    const hub = await startTestHub({ role: 'api' })
    const { status, body, headers } = await hub.json('GET', '/api/v1/distributor/catalog')
    expect(status).toBe(401)
    expect(body.error).toBe('credentials_missing')
    expect(headers.get('www-authenticate')).toMatch(/^ApiKey realm=/)
  })
})
