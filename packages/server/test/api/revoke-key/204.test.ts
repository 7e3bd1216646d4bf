import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('revokeKey 204', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })
  const create = async () => {
    const body = { name: 'x', permissions: ['music:read'] }
    return (await hub.json('POST', path, { bearer: await account.token(), body })).body
  }

  it('ends the key for good and keeps it in sight', async () => {
    const bearer = await account.token()
    const { id, key } = await create()
    const { findApiKey } = hub.hub.http.credentials
    expect(await findApiKey(key)).toMatchObject({ kind: 'apiKey', id, accountId: account.accountId })
    expect(await hub.json('DELETE', `${path}/${id}`, { bearer })).toMatchObject({ status: 204, body: '' })
    expect(await findApiKey(key)).toBeUndefined()
    const { body } = await hub.json('GET', `${path}/${id}`, { bearer })
    expect(body).toMatchObject({ status: 'revoked', revokedAt: expect.stringMatching(/Z$/) })
  })

  it('may be repeated; the first time counts', async () => {
    const bearer = await account.token()
    const { id } = await create()
    await hub.json('DELETE', `${path}/${id}`, { bearer })
    const { body: first } = await hub.json('GET', `${path}/${id}`, { bearer })
    expect((await hub.json('DELETE', `${path}/${id}`, { bearer })).status).toBe(204)
    const { body: second } = await hub.json('GET', `${path}/${id}`, { bearer })
    expect(second.revokedAt).toBe(first.revokedAt)
  })

  it('leaves the other keys alone', async () => {
    const [one, two] = [await create(), await create()]
    await hub.json('DELETE', `${path}/${one.id}`, { bearer: await account.token() })
    expect(await hub.hub.http.credentials.findApiKey(two.key)).toBeDefined()
  })
})
