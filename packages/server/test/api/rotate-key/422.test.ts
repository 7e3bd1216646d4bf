import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('rotateKey 422', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it.each([
    ['no overlap', {}, '/overlapSeconds', 'required'],
    ['another overlap', { overlapSeconds: 60 }, '/overlapSeconds', 'enum'],
    ['a text', { overlapSeconds: '0' }, '/overlapSeconds', 'enum'],
    ['a name', { overlapSeconds: 0, name: 'x' }, '/name', 'unknown_member'],
  ])('refuses %s', async (_what, body, pointer, code) => {
    const bearer = await account.token()
    const { body: key } = await hub.json('POST', path, { bearer, body: { name: 'x', permissions: ['music:read'] } })
    const answer = await hub.json('POST', `${path}/${key.id}/rotate`, { bearer, body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }))
  })
})
