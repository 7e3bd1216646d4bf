import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, requestToken, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('createKey 409', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  const create = (bearer: string, idempotencyKey: string) =>
    hub.json('POST', path, {
      bearer,
      body: { name: 'once', permissions: ['music:read', 'music:write', 'catalog:read', 'analytics:read'] },
      headers: { 'idempotency-key': idempotencyKey },
    })

  it('names the key that the first request made and does not show its secret again', async () => {
    const bearer = await account.token()
    const first = await create(bearer, 'shown once')
    const again = await create(bearer, 'shown once')
    expect(first.status).toBe(201)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ error: 'secret_shown_once', id: first.body.id })
    expect(JSON.stringify(again.body)).not.toContain(first.body.key)
  })

  it('keeps no secret in the record of the request', async () => {
    const before = await storedBytes()
    const first = await create(await account.token(), 'kept without it')
    expect(first.status).toBe(201)
    // Status and headers only, which are shorter than the answer.
    expect((await storedBytes()) - before).toBeLessThan(JSON.stringify(first.body).length + 64)
  })

  it('answers a narrower token of the same client as another caller', async () => {
    const first = await create(await account.token(), 'two tokens')
    const narrow = await requestToken(hub, account, 'keys:write catalog:read')
    const stolen = await create(narrow, 'two tokens')
    expect(first.status).toBe(201)
    expect(stolen.status).toBe(403)
    expect(stolen.body.error).toBe('permission_not_grantable')
  })

  const storedBytes = async (): Promise<number> => {
    const row = await hub.opened.database.system.row<{ bytes: number }>(
      'select coalesce(sum(octet_length(answer)), 0)::int as bytes from idempotency_records',
    )
    return row?.bytes ?? 0
  }
})
