import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { sharedPropertyHub } from '../../harness/shared-property-hub.ts'

const token = 'a'.repeat(32)

describe('verifyIntegration 405', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await sharedPropertyHub()
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('answers 405 to %s, with or without a token', async (method) => {
    for (const bearer of [undefined, token]) {
      const answer = await hub.json(method, '/api/integration/verify', { bearer, body: '{' })
      expect(answer.body).toMatchObject({ status: 405, error: 'method_not_allowed' })
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    }
  })

  it('answers OPTIONS with the methods it has', async () => {
    const response = await hub.request('/api/integration/verify', { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })
})
