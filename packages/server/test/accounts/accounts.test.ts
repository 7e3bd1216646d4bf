import { beforeAll, describe, expect, it } from 'vitest'
import type { Accounts } from '../../src/features/accounts/index.ts'
import type { TestHub } from '../harness/hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'

describe('accounts and their service clients', () => {
  let hub: TestHub
  let accounts: Accounts
  beforeAll(async () => {
    hub = await sharedHub()
    accounts = hub.hub.accounts
  })

  it('are created, listed and found again', async () => {
    const account = await accounts.createAccount('  Müller & Söhne  ')
    expect(account).toEqual({
      id: expect.stringMatching(/^acc_[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'Müller & Söhne',
      moveIn: null,
      suspendedAt: null,
      createdAt: expect.any(Date),
    })
    expect(await accounts.listAccounts()).toContainEqual(account)
    expect(await accounts.isKnown(account.id)).toBe(true)
    expect(await accounts.isKnown('acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB')).toBe(false)
  })

  it.each(['', '   ', 'x'.repeat(201), 'a\nb', 'a\u0000b'])('refuse the name %j', async (name) => {
    await expect(accounts.createAccount(name)).rejects.toMatchObject({ code: 'validation_failed' })
  })

  it('give a client a secret of which only the digest is stored', async () => {
    const account = await accounts.createAccount('One')
    const client = await accounts.createClient(account.id, 'importer')
    expect(client).toEqual({
      clientId: expect.stringMatching(/^cli_[0-9A-HJKMNP-TV-Z]{26}$/),
      clientSecret: expect.stringMatching(/^spcs_[0-9A-Za-z]{38}$/),
    })
    const found = await accounts.findActiveClient(client?.clientId ?? '')
    expect(found).toMatchObject({ id: client?.clientId, accountId: account.id })
    expect(found?.secretSha256).toHaveLength(32)
    expect(await accounts.createClient('acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'nobody')).toBeUndefined()
  })

  it('keep the time of the first revocation of a client', async () => {
    const account = await accounts.createAccount('Two')
    const first = await accounts.createClient(account.id, 'first')
    const second = await accounts.createClient(account.id, 'second')
    expect(await hub.hub.clients.revoke(first?.clientId ?? '')).toBe(true)
    const listed = await accounts.listClients(account.id)
    expect(listed.map(({ name, revokedAt }) => [name, revokedAt !== null])).toEqual([
      ['first', true],
      ['second', false],
    ])
    expect(await hub.hub.clients.revoke(first?.clientId ?? '')).toBe(true)
    expect(await accounts.listClients(account.id)).toEqual(listed)
    expect(await accounts.findActiveClient(first?.clientId ?? '')).toBeUndefined()
    expect(await accounts.findActiveClient(second?.clientId ?? '')).toBeDefined()
    expect(await hub.hub.clients.revoke('cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB')).toBe(false)
  })

  it('are written down in the activity of the account when a command makes and revokes them', async () => {
    const account = await accounts.createAccount('Three')
    const made = await hub.hub.clients.create(account.id, ' nightly import ')
    await hub.hub.clients.revoke(made?.clientId ?? '')
    const events = await hub.opened.database
      .tenant(account.id)
      // Both may have happened in one millisecond, in which ids are not ordered.
      .rows('select type, actor, data from account_audit_events where account_id = $1 order by type')
    const actor = { type: 'operator', id: null, name: null }
    const data = { client: made?.clientId, name: 'nightly import' }
    expect(events).toEqual([
      { type: 'service_client.created', actor, data },
      { type: 'service_client.revoked', actor, data },
    ])
    expect(await hub.hub.clients.create('acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'nobody')).toBeUndefined()
  })

  it('are not found by a text that is not an id', async () => {
    for (const id of ['', "' or true --", 'cli_x', 'https://evil.example/client'])
      expect(await accounts.findActiveClient(id)).toBeUndefined()
  })
})
