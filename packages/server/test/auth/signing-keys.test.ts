import { createPrivateKey, type JsonWebKey } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSigningKeys, type SigningKeys } from '../../src/features/auth/index.ts'
import { createTestAccount, requestToken, type TestAccount } from '../harness/accounts.ts'
import { asymmetric, forge } from '../harness/forge.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'

const secret = 'the-secret-of-every-node-of-this-hub'
const path = '/api/v1/distributor/keys'

describe('signing keys', () => {
  let first: TestHub
  let second: TestHub
  let account: TestAccount
  let operator: SigningKeys
  const time = { nowMs: Date.now() }
  beforeAll(async () => {
    const database = await createTestDatabase()
    const environment = { SPINDLE_PUBLIC_URL: 'https://hub.example', SPINDLE_SECRET: secret }
    const clock = { now: () => time.nowMs }
    const start = (openDatabase: typeof database): Promise<TestHub> =>
      startTestHub({ role: 'api', environment, overrides: { openDatabase, clock } })
    first = await start(database)
    second = await start({ ...database, close: async () => {} })
    account = await createTestAccount(first)
    operator = openSigningKeys({ database: database.database, secrets: [Buffer.from(secret)], clock })
  })

  const keyIdOf = (token: string): string => String(decodeProtectedHeader(token).kid)
  const published = async (hub: TestHub): Promise<string[]> =>
    (await hub.json('GET', '/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid)
  const status = async (hub: TestHub, bearer: string): Promise<number> =>
    (await hub.json('GET', path, { bearer })).status

  it('are made once, however many nodes begin together', async () => {
    const tokens = await Promise.all([first, second, first, second].map((hub) => requestToken(hub, account)))
    expect(new Set(tokens.map(keyIdOf)).size).toBe(1)
    for (const token of tokens) for (const hub of [first, second]) expect(await status(hub, token)).toBe(200)
  })

  it('are stored encrypted', async () => {
    const rows = await first.opened.database.system.rows<{ public: string; sealed: string }>(
      `select public_jwk::text as public, encode(sealed_jwk, 'escape') as sealed from signing_keys`,
    )
    for (const row of rows) {
      expect(row.public).not.toContain('"d"')
      expect(row.sealed).not.toContain('"d"')
      expect(row.sealed).not.toContain('OKP')
    }
  })

  it('are rotated without refusing a valid token', async () => {
    const before = await requestToken(first, account)
    const { keyId } = await operator.rotate()
    // Every node reloads its set at the latest when it is a minute old.
    time.nowMs += 60_000
    const after = await requestToken(first, account)
    expect(keyIdOf(after)).toBe(keyId)
    expect(keyIdOf(after)).not.toBe(keyIdOf(before))
    for (const token of [before, after]) for (const hub of [first, second]) expect(await status(hub, token)).toBe(200)
    expect(await published(second)).toEqual([keyId, keyIdOf(before)])
  })

  it('are loaded as soon as a node receives one that it does not have', async () => {
    await requestToken(second, account)
    time.nowMs += 2_000
    await operator.rotate()
    const { signingJwk } = await operator.current()
    const iat = Math.floor(time.nowMs / 1_000)
    const claims = {
      iss: 'https://hub.example',
      aud: 'https://hub.example',
      ...{ iat, exp: iat + 60, jti: 'x', scope: 'keys:write' },
      ...{ sub: account.clientId, client_id: account.clientId, account_id: account.accountId },
    }
    const signer = asymmetric(createPrivateKey({ key: signingJwk as JsonWebKey, format: 'jwk' }))
    const token = forge({ alg: 'EdDSA', typ: 'at+jwt', kid: signingJwk.kid }, claims, signer)
    expect(await status(second, token)).toBe(200)
  })

  it('are published until the last token they signed is over', async () => {
    const newest = (await operator.current()).signingJwk.kid
    time.nowMs += 60_000
    expect((await published(first)).length).toBe(3)
    time.nowMs += 3_600_000 + 60_000
    expect(await published(first)).toEqual([newest])
  })

  it('cannot be used with another secret', async () => {
    const other = openSigningKeys({
      database: first.opened.database,
      secrets: [Buffer.from('another secret of thirty-two characters')],
      clock: { now: () => time.nowMs },
    })
    await expect(other.current()).rejects.toThrow()
  })
})
