import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSigningKeys } from '../../src/features/auth/index.ts'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { type FakeIssuer, makeIssuerKey, startFakeIssuer } from '../harness/fake-issuer.ts'
import { asymmetric, forge } from '../harness/forge.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { hostileCases, type World } from './hostile-tokens.ts'

const secret = 'the-secret-of-the-hub-under-attack'
const path = '/api/v1/distributor/keys'
const nowSeconds = (): number => Math.floor(Date.now() / 1_000)
const times = () => ({ iat: nowSeconds(), exp: nowSeconds() + 3_600, jti: 'a-token' })

let trap: string
let trapConnections = 0
const trapServer = createServer((socket) => {
  trapConnections++
  socket.destroy()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => trapServer.listen(0, '127.0.0.1', resolve))
  trap = `http://127.0.0.1:${(trapServer.address() as AddressInfo).port}`
})
afterAll(() => void trapServer.close())

async function attack(hub: TestHub, token: string): Promise<void> {
  expect(await hub.hub.http.credentials.findClient(token, 'keys')).toBeUndefined()
  // Values that a header cannot carry never arrive that way.
  if (token.length > 8_500 || !/^[\x20-\x7e]+$/.test(token)) return
  const answer = await hub.json('GET', path, { bearer: token })
  expect(answer.status).toBe(401)
  expect(answer.body.error).toBe('invalid_token')
  expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
}

it('has at least 80 cases with different names', () => {
  const names = hostileCases.map(([name]) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(80)
})

describe('a token of our own issuer', () => {
  let hub: TestHub
  let account: TestAccount
  let world: World
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_SECRET: secret } })
    account = await createTestAccount(hub)
    const { database, clock } = hub.hub.http
    const { signingJwk } = await openSigningKeys({ database, secrets: [Buffer.from(secret)], clock }).current()
    const privateKey = createPrivateKey({ key: signingJwk as JsonWebKey, format: 'jwk' })
    const who = { sub: account.clientId, client_id: account.clientId, account_id: account.accountId }
    world = {
      header: { alg: 'EdDSA', typ: 'at+jwt', kid: signingJwk.kid },
      claims: { ...times(), ...who, iss: hub.url, aud: hub.url, scope: 'keys:write' },
      signer: asymmetric(privateKey),
      publicKey: createPublicKey(privateKey),
      other: await account.token(),
      trap,
    }
  })

  it('is accepted when nothing is wrong with it', async () => {
    const answer = await hub.json('GET', path, { bearer: forge(world.header, world.claims, world.signer) })
    expect(answer.status).toBe(200)
  })

  it.each(hostileCases)('is refused: %s', async (_name, make) => attack(hub, make(world)))

  const own: readonly (readonly [string, () => Record<string, unknown>])[] = [
    ['ours among several audiences', () => ({ aud: [world.claims.aud, 'https://other.example'] })],
    ['ours alone in a list of audiences', () => ({ aud: [world.claims.aud] })],
    ['another subject than the client', () => ({ sub: 'cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB' })],
    ['no client', () => ({ client_id: undefined })],
    [
      'an unknown client',
      () => ({ client_id: 'cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB', sub: 'cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }),
    ],
    ['a client that is a list', () => ({ client_id: [account.clientId], sub: [account.clientId] })],
  ]
  it.each(own)('is refused: %s', async (_name, change) => {
    await attack(hub, forge(world.header, { ...world.claims, ...change() }, world.signer))
  })

  it('is refused for the account of another client', async () => {
    const other = await createTestAccount(hub)
    await attack(hub, forge(world.header, { ...world.claims, account_id: other.accountId }, world.signer))
  })

  it('is refused once its client is revoked', async () => {
    const other = await createTestAccount(hub)
    const token = await other.token()
    expect((await hub.json('GET', path, { bearer: token })).status).toBe(200)
    await hub.hub.clients.revoke(other.clientId)
    await eventually(async () => (await hub.json('GET', path, { bearer: token })).status === 401 || undefined, {
      what: 'the hub to hear of the revocation',
    })
  })

  it('is refused after a thousand random changes', async () => {
    const token = forge(world.header, world.claims, world.signer)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
    const { findClient } = hub.hub.http.credentials
    for (let round = 0; round < 1_000; round++) {
      const at = (round * 7_919) % token.length
      const letter = letters[(round * 31) % letters.length] ?? ''
      const changed = token.slice(0, at) + letter + token.slice(at + 1)
      if (changed !== token) expect(await findClient(changed, 'keys'), `${letter} at ${at}`).toBeUndefined()
    }
  })

  it('lets 60 s of clock difference pass', async () => {
    const accepted = [
      { iat: nowSeconds() + 50, exp: nowSeconds() + 600 },
      { iat: nowSeconds() - 600, exp: nowSeconds() - 50 },
      { nbf: nowSeconds() + 50 },
    ]
    for (const change of accepted) {
      const bearer = forge(world.header, { ...world.claims, ...change }, world.signer)
      expect((await hub.json('GET', path, { bearer })).status).toBe(200)
    }
  })

  it('never makes the hub connect to an address that a token names', () => expect(trapConnections).toBe(0))
})

describe('a token of an outside issuer', () => {
  let hub: TestHub
  let issuer: FakeIssuer
  let world: World
  beforeAll(async () => {
    const [rsa, ec] = [makeIssuerKey('rsa-1'), makeIssuerKey('ec-1', 'ES256')]
    issuer = await startFakeIssuer([rsa, ec])
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_AUTH_ISSUER: issuer.url } })
    const account = await createTestAccount(hub)
    const claims = { ...times(), iss: issuer.url, aud: hub.url, sub: 'someone', account_id: account.accountId }
    const header = { alg: 'RS256', typ: 'at+jwt', kid: 'rsa-1' }
    world = {
      header,
      claims: { ...claims, scope: 'keys:write' },
      signer: asymmetric(rsa.privateKey),
      publicKey: rsa.publicKey,
      other: forge(header, { ...claims, scope: 'keys:write', jti: 'another' }, asymmetric(rsa.privateKey)),
      trap,
    }
  })

  it('is accepted when nothing is wrong with it', async () => {
    const answer = await hub.json('GET', path, { bearer: forge(world.header, world.claims, world.signer) })
    expect(answer.status).toBe(200)
  })

  it.each(hostileCases)('is refused: %s', async (_name, make) => attack(hub, make(world)))

  it('is refused: r = s = 0 for a published EC key', async () => {
    await attack(
      hub,
      forge({ ...world.header, alg: 'ES256', kid: 'ec-1' }, world.claims, () => Buffer.alloc(64)),
    )
  })

  it('is refused: one key under the algorithm of another', async () => {
    await attack(hub, forge({ ...world.header, kid: 'ec-1' }, world.claims, world.signer))
    await attack(hub, forge({ ...world.header, alg: 'PS256' }, world.claims, world.signer))
  })

  it('caused no connection, and one request for keys', () => {
    expect(trapConnections).toBe(0)
    expect(issuer.keyRequests()).toBe(1)
  })
})
