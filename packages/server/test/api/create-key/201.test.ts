import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('createKey 201', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it('makes a key from a token of the token endpoint, shown once', async () => {
    const body = { name: 'album delivery', permissions: ['music:read', 'music:write'] }
    const answer = await hub.json('POST', path, { bearer: await account.token(), body })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^key_[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'album delivery',
      permissions: ['music:read', 'music:write'],
      key: expect.stringMatching(/^spn_[0-9A-Za-z]{38}$/),
      hint: `${answer.body.key.slice(0, 8)}…${answer.body.key.slice(-4)}`,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expiresAt: null,
    })
    expect(answer.headers.get('location')).toBe(`${path}/${answer.body.id}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('keeps the end it is given, in UTC', async () => {
    const body = { name: 'for a while', permissions: ['catalog:read'], expiresAt: '2099-01-01T02:00:00+02:00' }
    const answer = await hub.json('POST', path, { bearer: await account.token(), body })
    expect(answer.status).toBe(201)
    expect(answer.body.expiresAt).toBe('2099-01-01T00:00:00.000Z')
  })

  it('makes another key for another Idempotency-Key', async () => {
    const body = { name: 'once', permissions: ['music:read'] }
    const bearer = await account.token()
    const send = (key: string) => hub.json('POST', path, { bearer, body, headers: { 'idempotency-key': key } })
    const first = await send('a-key-of-mine')
    const other = await send('another-key')
    expect([first.status, other.status]).toEqual([201, 201])
    expect(other.body.key).not.toBe(first.body.key)
  })
})
