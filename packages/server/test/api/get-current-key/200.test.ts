import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { setUpOperator } from '../../harness/people.ts'

const path = '/api/v1/distributor/key'

describe('getCurrentKey 200', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_RATE_LIMIT: '600/120/300', SPINDLE_MCP_GATE: 'submit' },
    })
    account = await createTestAccount(hub, 'Night Records')
  })

  it('names the account and the key, with its permissions, its end and its limits', async () => {
    const body = { name: 'catalogue import', permissions: ['catalog:read'], expiresAt: '2999-01-01T00:00:00.000Z' }
    const created = await hub.json('POST', '/api/v1/distributor/keys', { bearer: await account.token(), body })
    const { key } = created.body
    const answer = await hub.json('GET', path, { key })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      kind: 'api_key',
      id: created.body.id,
      name: 'catalogue import',
      account: { id: account.accountId, name: 'Night Records' },
      permissions: ['catalog:read'],
      expiresAt: '2999-01-01T00:00:00.000Z',
      limits: [
        { name: 'reads', requests: 600, seconds: 60, scope: 'caller' },
        { name: 'reads', requests: 2400, seconds: 60, scope: 'account' },
        { name: 'writes', requests: 120, seconds: 60, scope: 'caller' },
        { name: 'writes', requests: 480, seconds: 60, scope: 'account' },
        { name: 'uploads', requests: 600, seconds: 60, scope: 'caller' },
        { name: 'uploads', requests: 2400, seconds: 60, scope: 'account' },
      ],
      quotas: [
        { name: 'releases', limit: 200_000, used: 0 },
        { name: 'documentBytes', limit: 4_294_967_296, used: 0 },
        { name: 'storedBytes', limit: 1_099_511_627_776, used: 0 },
      ],
      agentGate: 'submit',
    })
    expect(JSON.stringify(answer.body)).not.toContain(key)
  })

  it('has no limits and no gate if the hub has none', async () => {
    const plain = await startTestHub({
      role: 'api',
      environment: { SPINDLE_RATE_LIMIT: 'off', SPINDLE_MCP_GATE: 'off' },
    })
    const { body } = await plain.json('GET', path, { key: await (await createTestAccount(plain)).key(['music:write']) })
    expect(body).toMatchObject({ permissions: ['music:write'], expiresAt: null, limits: [], agentGate: null })
  })

  it('answers a person in the console what the role allows', async () => {
    const owner = await setUpOperator(hub)
    const { accountId } = (await owner.ask('GET', '/console/api/session')).body.memberships[0]
    const { status, body } = await owner.ask('GET', `/console/a/${accountId}${path}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'person',
      id: expect.stringMatching(/^usr_/),
      account: { id: accountId },
      permissions: ['music:read', 'music:write', 'catalog:read', 'analytics:read'],
      expiresAt: null,
    })
  })

  it('writes neither the key nor the account', async () => {
    const key = await account.key()
    const versions = () =>
      hub.opened.database.system.rows(
        `select xmin::text from api_keys where account_id = $1
         union all select xmin::text from accounts where id = $1`,
        [account.accountId],
      )
    const before = await versions()
    expect((await hub.json('GET', path, { key })).status).toBe(200)
    expect(await versions()).toEqual(before)
  })
})
