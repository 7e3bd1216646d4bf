import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('createKey 422', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  const good = { name: 'x', permissions: ['music:read'] }
  it.each([
    ['no name', { permissions: ['music:read'] }, '/name', 'required'],
    ['an empty name', { ...good, name: '' }, '/name', 'min_length'],
    ['a blank name', { ...good, name: ' \u00a0 ' }, '/name', 'pattern'],
    ['a name with a line break', { ...good, name: 'a\nb' }, '/name', 'pattern'],
    ['a name with an escape', { ...good, name: 'a\u009bb' }, '/name', 'pattern'],
    ['a long name', { ...good, name: 'x'.repeat(201) }, '/name', 'max_length'],
    ['a name that is a number', { ...good, name: 1 }, '/name', 'type'],
    ['no permissions', { name: 'x' }, '/permissions', 'required'],
    ['an empty list', { ...good, permissions: [] }, '/permissions', 'min_items'],
    ['a text of permissions', { ...good, permissions: 'music:read' }, '/permissions', 'type'],
    ['one twice', { ...good, permissions: ['music:read', 'music:read'] }, '/permissions', 'unique_items'],
    ['an unknown one', { ...good, permissions: ['music:read', 'admin'] }, '/permissions/1', 'enum'],
    ['a scope that is none', { ...good, permissions: ['keys:write'] }, '/permissions/0', 'enum'],
    ['null', { ...good, permissions: [null] }, '/permissions/0', 'enum'],
    ['an end that is no instant', { ...good, expiresAt: 'tomorrow' }, '/expiresAt', 'format'],
    ['an end without a time', { ...good, expiresAt: '2099-01-01' }, '/expiresAt', 'format'],
    ['an end behind', { ...good, expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt', 'not_in_future'],
    ['a key of its own', { ...good, key: 'spn_mine' }, '/key', 'unknown_member'],
    ['an account', { ...good, accountId: 'acc_x' }, '/accountId', 'unknown_member'],
  ])('refuses %s', async (_what, body, pointer, code) => {
    const answer = await hub.json('POST', path, { bearer: await account.token(), body })
    expect(answer.status).toBe(422)
    expect(answer.body.error).toBe('validation_failed')
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }))
  })

  it('suggests the permission that was meant', async () => {
    const body = { name: 'x', permissions: ['MUSIC:READ', 'catalogue:read', 'analytics:write'] }
    const answer = await hub.json('POST', path, { bearer: await account.token(), body })
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ pointer: '/permissions/0', fix: 'Did you mean `music:read`?' }),
      expect.objectContaining({ pointer: '/permissions/1', fix: 'Did you mean `catalog:read`?' }),
      expect.objectContaining({ pointer: '/permissions/2', fix: expect.any(String) }),
    ])
  })

  // A pattern with quadratic time would take minutes on any machine.
  it('answers a name made to stall a pattern', async () => {
    const body = { ...good, name: ' '.repeat(900_000) }
    expect((await hub.json('POST', path, { bearer: await account.token(), body })).status).toBe(422)
  })

  it('stores nothing, not even for its Idempotency-Key', async () => {
    const bearer = await account.token()
    const before = await hub.json('GET', `${path}?count=true`, { bearer })
    const headers = { 'idempotency-key': 'first-wrong-then-right' }
    expect((await hub.json('POST', path, { bearer, body: { name: 'x' }, headers })).status).toBe(422)
    expect((await hub.json('GET', `${path}?count=true`, { bearer })).body.page.total).toBe(before.body.page.total)
    expect((await hub.json('POST', path, { bearer, body: good, headers })).status).toBe(201)
    const other = { ...good, name: 'another' }
    expect(await hub.json('POST', path, { bearer, body: other, headers })).toMatchObject({
      status: 422,
      body: { error: 'idempotency_mismatch' },
    })
  })
})
