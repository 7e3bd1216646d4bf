import { expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub } from '../harness/hub.ts'

it('caches keep answers apart by origin and by format', async () => {
  const hub = await startTestHub({ role: 'api', environment: { SPINDLE_CORS_ORIGINS: 'https://app.example' } })
  const account = await createTestAccount(hub)
  const key = await account.key(['catalog:read'])
  const varyOf = async (path: string): Promise<string | null> =>
    (await hub.json('GET', path, { key, headers: { origin: 'https://app.example' } })).headers.get('vary')
  expect(await varyOf('/api/v1/distributor/catalog')).toBe('Origin, accept')
  expect(await varyOf('/api/v1/distributor/outlets')).toBe('Origin')
})
