import { beforeEach, describe, expect, it } from 'vitest'
import { createTestAccount, postToken, type TestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { type FakeIssuer, type IssuerKey, makeIssuerKey, startFakeIssuer } from '../harness/fake-issuer.ts'
import { asymmetric, forge } from '../harness/forge.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

const path = '/api/v1/distributor/keys'
const [firstKey, secondKey, ecKey] = [makeIssuerKey('one'), makeIssuerKey('two'), makeIssuerKey('ec', 'ES256')]

describe('tokens of an outside issuer', () => {
  let issuer: FakeIssuer
  let time: { nowMs: number }
  beforeEach(async () => {
    issuer = await startFakeIssuer([firstKey, ecKey])
    time = { nowMs: Date.now() }
  })

  const start = (environment: Record<string, string> = {}): Promise<TestHub> =>
    startTestHub({
      role: 'api',
      environment: { SPINDLE_AUTH_ISSUER: issuer.url, ...environment },
      overrides: { clock: { now: () => time.nowMs } },
    })
  const tokenOf = (account: TestAccount, key: IssuerKey, change: Record<string, unknown> = {}): string => {
    const iat = Math.floor(time.nowMs / 1_000)
    const claims = {
      iss: issuer.url,
      iat,
      exp: iat + 3_600,
      jti: 'x',
      sub: 'auth0|somebody',
      scope: 'openid keys:write',
    }
    return forge(
      { alg: key.alg, typ: 'at+jwt', kid: key.kid },
      { ...claims, account_id: account.accountId, ...change },
      asymmetric(key.privateKey),
    )
  }
  const aud = (hub: TestHub) => ({ aud: hub.url })
  const ask = async (hub: TestHub, bearer: string) => {
    const { status, body, headers } = await hub.json('GET', path, { bearer })
    return { status, error: body.error, retryAfter: headers.get('retry-after') }
  }

  it('are accepted under each key, and make keys of the account they name', async () => {
    const hub = await start()
    const account = await createTestAccount(hub)
    for (const key of [firstKey, ecKey]) expect((await ask(hub, tokenOf(account, key, aud(hub)))).status).toBe(200)
    const body = { name: 'from outside', permissions: ['music:read'] }
    const created = await hub.json('POST', path, { bearer: tokenOf(account, ecKey, aud(hub)), body })
    expect(created.status).toBe(201)
    expect(await hub.hub.http.credentials.findApiKey(created.body.key)).toMatchObject({ accountId: account.accountId })
  })

  it('may carry several audiences, another claim for the account and a list of permissions', async () => {
    const hub = await start({ SPINDLE_AUTH_AUDIENCE: 'urn:hub', SPINDLE_AUTH_ACCOUNT_CLAIM: 'https://hub/account' })
    const account = await createTestAccount(hub)
    const change = {
      aud: ['https://issuer/userinfo', 'urn:hub'],
      account_id: undefined,
      'https://hub/account': account.accountId,
      scope: 'openid',
      permissions: ['keys:write', 'music:read'],
    }
    const bearer = tokenOf(account, firstKey, change)
    const body = { name: 'narrow', permissions: ['music:read', 'catalog:read'] }
    expect(await hub.json('POST', path, { bearer, body })).toMatchObject({
      status: 403,
      body: { error: 'permission_not_grantable', grantable: ['music:read'] },
    })
    expect((await ask(hub, tokenOf(account, firstKey, { ...change, aud: 'https://issuer/userinfo' }))).status).toBe(401)
  })

  it('are refused without the scope', async () => {
    const hub = await start()
    const account = await createTestAccount(hub)
    const bearer = tokenOf(account, firstKey, { ...aud(hub), scope: 'openid' })
    expect(await ask(hub, bearer)).toMatchObject({ status: 403, error: 'insufficient_scope' })
  })

  it.each(['oauth metadata only', 'trailing slash'] as const)('are accepted with %s', async (behaviour) => {
    issuer.behave(behaviour)
    const hub = await start()
    const account = await createTestAccount(hub)
    const iss = behaviour === 'trailing slash' ? `${issuer.url}/` : issuer.url
    expect((await ask(hub, tokenOf(account, firstKey, { ...aud(hub), iss }))).status).toBe(200)
  })

  it.each(['down', 'other issuer', 'oversized'] as const)(
    'answer 503 while nothing is known (%s)',
    async (behaviour) => {
      issuer.behave(behaviour)
      const hub = await start()
      const account = await createTestAccount(hub)
      const bearer = tokenOf(account, firstKey, aud(hub))
      expect(await ask(hub, bearer)).toEqual({ status: 503, error: 'issuer_unavailable', retryAfter: '5' })
      issuer.behave('normal')
      time.nowMs += 5_001
      expect((await ask(hub, bearer)).status).toBe(200)
    },
  )

  it('keep working while the issuer is unreachable, for a day', async () => {
    const hub = await start()
    const account = await createTestAccount(hub)
    expect((await ask(hub, tokenOf(account, firstKey, aud(hub)))).status).toBe(200)
    issuer.behave('down')
    for (const hours of [1, 12, 10]) {
      time.nowMs += hours * 3_600_000
      expect((await ask(hub, tokenOf(account, firstKey, aud(hub)))).status).toBe(200)
    }
    time.nowMs += 2 * 3_600_000
    expect((await ask(hub, tokenOf(account, firstKey, aud(hub)))).status).toBe(503)
  })

  it('follow a rotation, and a flood of unknown keys asks the issuer next to nothing', async () => {
    const hub = await start()
    const account = await createTestAccount(hub)
    const flood = async (): Promise<void> => {
      for (let i = 0; i < 200; i++) {
        const unknown = { ...firstKey, kid: `unknown-${i}` }
        expect((await ask(hub, tokenOf(account, unknown, aud(hub)))).status).toBe(401)
      }
    }
    expect((await ask(hub, tokenOf(account, firstKey, aud(hub)))).status).toBe(200)
    await flood()
    expect(issuer.keyRequests()).toBe(1)
    issuer.publish([secondKey])
    time.nowMs += 10 * 60_000 + 1
    expect((await ask(hub, tokenOf(account, firstKey, aud(hub)))).status).toBe(200)
    await eventually(async () => (await ask(hub, tokenOf(account, secondKey, aud(hub)))).status === 200 || undefined, {
      what: 'the new key to be accepted',
    })
    expect((await ask(hub, tokenOf(account, firstKey, aud(hub)))).status).toBe(401)
    expect(issuer.keyRequests()).toBe(2)
  })

  it('leave no token endpoint and no keys of ours', async () => {
    const hub = await start()
    const account = await createTestAccount(hub)
    const form = { grant_type: 'client_credentials', client_id: account.clientId, client_secret: account.clientSecret }
    const response = await postToken(hub, form)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'not_found' })
    expect((await hub.json('GET', '/.well-known/jwks.json')).status).toBe(404)
  })
})
