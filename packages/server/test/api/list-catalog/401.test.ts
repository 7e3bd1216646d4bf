import { describe, expect, it } from 'vitest'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('listCatalog 401', () => {
  it('needs an API key', async () => {
    const hub = await sharedHub()
    const { status, body, headers } = await hub.json('GET', '/api/v1/distributor/catalog')
    expect(status).toBe(401)
    expect(body.error).toBe('credentials_missing')
    expect(headers.get('www-authenticate')).toMatch(/^ApiKey realm=/)
  })
})
