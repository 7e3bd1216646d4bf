import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('rotateKey 409', () => {
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
  const rotate = async (id: string) =>
    hub.json('POST', `${path}/${id}/rotate`, { bearer: await account.token(), body: { overlapSeconds: 3_600 } })

  it('revives no revoked key', async () => {
    const { id } = await create()
    await hub.json('DELETE', `${path}/${id}`, { bearer: await account.token() })
    expect(await rotate(id)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', status: 409, allowed: [] },
    })
  })

  it('gives a key one successor, even for two concurrent requests', async () => {
    const { id } = await create()
    const answers = await Promise.all([rotate(id), rotate(id), rotate(id)])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409])
    expect((await rotate(id)).body.detail).toMatch(/^The key was already replaced by key_/)
  })
})
