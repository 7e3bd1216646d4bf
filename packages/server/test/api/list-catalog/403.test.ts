import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('listCatalog 403', () => {
  it('needs catalog:read, for the list and for one item', async () => {
    const hub = await sharedHub()
    const account = await createTestAccount(hub)
    const key = await account.key(['music:read', 'music:write', 'analytics:read'])
    for (const path of ['', '/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB']) {
      const { status, body } = await hub.json('GET', `/api/v1/distributor/catalog${path}`, { key })
      expect(status).toBe(403)
      expect(body).toMatchObject({ error: 'permission_missing', required: 'catalog:read' })
    }
  })
})
