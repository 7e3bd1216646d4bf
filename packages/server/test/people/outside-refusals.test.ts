import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pruneSessions } from '../../src/features/people/prune-sessions.ts'
import type { Log } from '../../src/platform/log.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import {
  type Behaviour,
  type OutsideProvider,
  outsideSecret,
  startOutsideProvider,
  type Tamper,
} from '../harness/outside-provider.ts'
import { goodPassword, inviteMember, openBrowser, setUpOperator, type TestPerson } from '../harness/people.ts'

/** What comes back from the outside provider, or does not, and proves nothing. */

const path = '/console/api/sign-in/outside'
const identitiesPath = '/console/api/me/identities'

/** A hub that keeps what it logs, and a person of it who is connected. */
async function startPair(settings: Record<string, string> = {}, timeoutMs?: number) {
  const provider = await startOutsideProvider(settings)
  const lines: string[] = []
  const write = (event: string, fields: object = {}): void => void lines.push(JSON.stringify({ event, ...fields }))
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const overrides = { log, ...(timeoutMs !== undefined && { outsideProviderTimeoutMs: timeoutMs }) }
  const hub = await startTestHub({ role: 'api', environment: provider.environment, overrides })
  provider.serve(hub.url)
  provider.know('mia', { email: 'mia@label.example', email_verified: true })
  const person = await setUpOperator(hub)
  return { provider, hub, person, lines }
}

const begin = (person: TestPerson) => person.ask('POST', `${path}/begin`, {})
const finish = (person: TestPerson, answer: string) => person.ask('POST', path, { answer })
const changed = (answer: string, name: string, value: string | null): string => {
  const query = new URLSearchParams(answer)
  if (value === null) query.delete(name)
  else query.set(name, value)
  return query.toString()
}
const refused = { status: 422, body: { error: 'outside_sign_in_refused' } }

describe('an answer of the outside provider', () => {
  let provider: OutsideProvider
  let hub: TestHub
  let operator: TestPerson
  let lines: string[]
  beforeAll(async () => {
    ;({ provider, hub, person: operator, lines } = await startPair())
    const { location } = (await operator.ask('POST', `${identitiesPath}/begin`)).body
    const connected = await operator.ask('POST', identitiesPath, { answer: await provider.signIn(location, 'mia') })
    expect(connected.status).toBe(201)
  })
  afterEach(() => provider.tamper(undefined))

  /** A browser with the answer it came back with. */
  const comeBack = async (login = 'mia') => {
    const browser = openBrowser(hub)
    const { location } = (await begin(browser)).body
    return { browser, location: new URL(location), answer: await provider.signIn(location, login) }
  }

  it('counts once, also at the same moment', async () => {
    const { browser, answer } = await comeBack()
    const exchanges = () => provider.asked.get('/token') ?? 0
    const before = exchanges()
    const answers = await Promise.all([finish(browser, answer), finish(browser, answer)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    expect(await finish(browser, answer)).toMatchObject(refused)
    expect(exchanges() - before).toBe(1)
  })

  it('counts in the browser that began alone', async () => {
    const { answer } = await comeBack()
    expect(await finish(openBrowser(hub), answer)).toMatchObject(refused)
    const other = openBrowser(hub)
    await begin(other)
    expect(await finish(other, answer)).toMatchObject(refused)
  })

  it('counts with its own state and issuer alone, and is not lost by an attempt of somebody else', async () => {
    const { browser, answer } = await comeBack()
    for (const state of [null, '', 'sign_in.', `sign_in.${'x'.repeat(43)}`, 'connect.x', 'x'])
      expect(await finish(browser, changed(answer, 'state', state)), String(state)).toMatchObject(refused)
    expect((await finish(browser, answer)).status).toBe(200)
    const second = await comeBack()
    expect(await finish(second.browser, changed(second.answer, 'iss', 'https://evil.example'))).toMatchObject(refused)
    const third = await comeBack()
    expect(await finish(third.browser, changed(third.answer, 'iss', null))).toMatchObject(refused)
    const fourth = await comeBack()
    expect(await finish(fourth.browser, changed(fourth.answer, 'code', 'made-up'))).toMatchObject(refused)
  })

  it('counts for what it was asked for, by whom it was asked', async () => {
    const { browser, answer } = await comeBack()
    for (const other of ['/console/api/session/confirm/outside', identitiesPath]) {
      const asOperator = { cookie: [operator.cookie(), browser.cookie()].filter(Boolean).join('; ') }
      expect(await operator.ask('POST', other, { answer }, asOperator)).toMatchObject(refused)
    }
    const { accountId } = await createTestAccount(hub)
    const eve = await inviteMember(hub, { accountId, role: 'viewer', email: 'eve@label.example' })
    const bob = await inviteMember(hub, { accountId, role: 'viewer', email: 'bob@label.example' })
    const begun = await eve.ask('POST', `${identitiesPath}/begin`)
    const ofEve = begun.headers.get('set-cookie')?.split(';')[0]
    const answerOfEve = await provider.signIn(begun.body.location, 'eve')
    // The browser that began, in which somebody else has signed in meanwhile.
    const asBob = { cookie: `${bob.cookie()}; ${ofEve}` }
    expect(await bob.ask('POST', identitiesPath, { answer: answerOfEve }, asBob)).toMatchObject(refused)
    expect(await finish(eve, answerOfEve)).toMatchObject(refused)
    expect((await eve.ask('POST', identitiesPath, { answer: answerOfEve })).status).toBe(201)
  })

  it('is too old after ten minutes, and what it was asked with is forgotten', async () => {
    const { browser, answer } = await comeBack()
    const { system } = hub.opened.database
    const [row] = await system.rows<{ life: number }>(
      'select extract(epoch from expires_at - begun_at)::int as life from outside_requests limit 1',
    )
    expect(row?.life).toBe(600)
    await system.execute(`update outside_requests set expires_at = expires_at - interval '10 minutes'`)
    expect(await finish(browser, answer)).toMatchObject(refused)
    const count = async () => (await system.rows('select 1 from outside_requests')).length
    expect(await count()).toBeGreaterThan(0)
    await pruneSessions({ database: hub.opened.database, clock: { now: Date.now } }).handle({})
    expect(await count()).toBe(0)
  })

  it('is no, in words for people', async () => {
    const { browser, answer } = await comeBack('')
    expect(answer).toContain('error=access_denied')
    expect(await finish(browser, answer)).toMatchObject({
      status: 422,
      body: {
        error: 'outside_sign_in_refused',
        detail: 'Acme did not sign you in. Start again, or sign in another way.',
      },
    })
  })

  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const lies: readonly (readonly [what: string, Tamper])[] = [
    ['another nonce', (claims, sign) => sign({ ...claims, nonce: 'x'.repeat(43) })],
    ['no nonce', (claims, sign) => sign({ ...claims, nonce: undefined })],
    ['another issuer', (claims, sign) => sign({ ...claims, iss: 'https://evil.example' })],
    ['another audience', (claims, sign) => sign({ ...claims, aud: 'somebody-else' })],
    ['two audiences and no word which one asked', (claims, sign) => sign({ ...claims, aud: ['hub', 'somebody-else'] })],
    ['an end that is over', (claims, sign) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 })],
    ['no subject', ({ sub: _sub, ...claims }, sign) => sign(claims)],
    [
      'a subject of 256 characters',
      (claims, sign) => sign({ ...claims, sub: 'x'.repeat(256), email: 'a@b.example', email_verified: true }),
    ],
    ['a signature of somebody else', (claims, sign) => sign(claims, 'foreign')],
    ['no signature', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['no token', () => ''],
  ]
  it.each(lies)('proves nothing with %s', async (_what, lie) => {
    provider.tamper(lie)
    const { browser, answer } = await comeBack()
    expect(await finish(browser, answer)).toMatchObject(refused)
    expect(browser.cookie()).toBeUndefined()
  })

  it('is about one person: what the userinfo tells of somebody else counts nothing', async () => {
    provider.tamper((claims, sign) => sign({ ...claims, sub: 'somebody-else' }))
    const { browser, answer } = await comeBack()
    expect(await finish(browser, answer)).toMatchObject(refused)
  })

  it('leaves nothing behind: neither code nor token nor secret is written down', async () => {
    const tokens: string[] = []
    provider.tamper(async (claims, sign) => {
      const token = await sign({ ...claims, nonce: 'x' })
      tokens.push(token)
      return token
    })
    const first = await comeBack()
    await finish(first.browser, first.answer)
    provider.tamper(undefined)
    const second = await comeBack()
    expect((await finish(second.browser, second.answer)).status).toBe(200)
    const secrets = [
      outsideSecret,
      ...tokens.flatMap((token) => token.split('.').slice(1)),
      ...[first, second].flatMap(({ answer }) => [...new URLSearchParams(answer).values()].slice(0, 2)),
      ...[first, second].map(({ location }) => location.searchParams.get('nonce') ?? ''),
    ].map((secret) => secret.split('.').at(-1) ?? '')
    expect(secrets.every((secret) => secret.length > 20)).toBe(true)
    const said = lines.join('\n')
    expect(said).toContain('people.outside_sign_in_refused')
    const tables = await hub.opened.database.system.rows<{ text: string }>(
      `select r::text as text from outside_requests r union all select i::text from outside_identities i
       union all select e::text from hub_audit_events e`,
    )
    const kept = tables.map(({ text }) => text).join('\n')
    expect(secrets.filter((secret) => said.includes(secret) || kept.includes(secret))).toEqual([])
  })
})

describe('an outside provider that does not work', () => {
  const failures: readonly (readonly [Behaviour, number | undefined])[] = [
    ['down', undefined],
    ['oversized', undefined],
    ['other issuer', undefined],
    ['silent', 300],
    ['in pieces', 300],
  ]
  it.each(failures)('and is %s, keeps nobody from signing in another way', async (behaviour, timeoutMs) => {
    const { provider, hub, person } = await startPair({}, timeoutMs)
    provider.behave(behaviour)
    const answer = await begin(openBrowser(hub))
    expect(answer).toMatchObject({
      status: 503,
      body: { error: 'provider_unavailable', detail: expect.stringContaining('Acme does not answer as it should') },
    })
    expect(answer.headers.get('retry-after')).toBe('5')
    const credentials = { email: person.email, password: goodPassword }
    expect((await openBrowser(hub).ask('POST', '/console/api/sign-in/password', credentials)).status).toBe(200)
  })

  it('is asked again, and works once it is back', async () => {
    const { provider, hub } = await startPair()
    const browser = openBrowser(hub)
    const beginWhile = async (behaviour: Behaviour) => {
      provider.behave(behaviour)
      return begin(browser)
    }
    expect((await beginWhile('down')).status).toBe(503)
    const { location } = (await beginWhile('normal')).body
    const answer = await provider.signIn(location, 'mia')
    provider.behave('oversized')
    expect(await finish(browser, answer)).toMatchObject({ status: 503, body: { error: 'provider_unavailable' } })
    expect(await finish(browser, answer)).toMatchObject(refused)
  })

  it('or refuses the hub itself, is told to the operator by its code', async () => {
    const { provider, hub, lines } = await startPair({
      SPINDLE_SIGNIN_CLIENT_SECRET: 'another secret than the right one',
    })
    const browser = openBrowser(hub)
    const { location } = (await begin(browser)).body
    expect(await finish(browser, await provider.signIn(location, 'mia'))).toMatchObject({
      status: 503,
      body: { error: 'provider_unavailable', detail: expect.stringContaining('Acme refuses this hub itself') },
    })
    expect(lines.filter((line) => line.includes('people.provider_unavailable')).join()).toContain(
      'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    )
  })

  it('is not asked by a start, nor by whoever opens the sign-in page', async () => {
    const { provider, hub } = await startPair()
    await openBrowser(hub).ask('GET', '/console/api/hub')
    expect(provider.asked.size).toBe(0)
    await Promise.all([begin(openBrowser(hub)), begin(openBrowser(hub))])
    expect(provider.asked.get('/.well-known/openid-configuration')).toBe(1)
  })
})
