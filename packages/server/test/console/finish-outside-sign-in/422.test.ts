import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pruneSessions } from '../../../src/features/people/prune-sessions.ts'
import type { TestHub } from '../../harness/hub.ts'
import { type OutsideProvider, outsideSecret, type Tamper } from '../../harness/outside-provider.ts'
import { openBrowser, type TestPerson } from '../../harness/people.ts'
import { connectIdentity, goOutside, inviteToNewAccount, joinNewAccount } from '../../harness/people-hub.ts'
import { startProviderHub } from '../../harness/provider-hub.ts'

/** Answers of the outside provider that prove nothing. */

const path = '/console/api/sign-in/outside'
const identitiesPath = '/console/api/me/identities'

const begin = (person: TestPerson) => person.ask('POST', `${path}/begin`, {})
const finish = (person: TestPerson, answer: string) => person.ask('POST', path, { answer })
const changed = (answer: string, name: string, value: string | null): string => {
  const query = new URLSearchParams(answer)
  if (value === null) query.delete(name)
  else query.set(name, value)
  return query.toString()
}
const refused = { status: 422, body: { error: 'outside_sign_in_refused' } }

describe('finishOutsideSignIn 422', () => {
  let provider: OutsideProvider
  let hub: TestHub
  let operator: TestPerson
  let lines: string[]
  beforeAll(async () => {
    ;({ provider, hub, operator, lines } = await startProviderHub())
    await connectIdentity(provider, operator, 'mia')
  })
  afterEach(() => provider.tamper(undefined))

  /** A browser with the answer that it returned with. */
  const comeBack = async (login = 'mia') => {
    const browser = openBrowser(hub)
    const { location } = (await begin(browser)).body
    return { browser, location: new URL(location), answer: await provider.signIn(location, login) }
  }

  it('takes an answer once, also at the same moment', async () => {
    const { browser, answer } = await comeBack()
    const exchanges = () => provider.asked.get('/token') ?? 0
    const before = exchanges()
    const answers = await Promise.all([finish(browser, answer), finish(browser, answer)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    expect(await finish(browser, answer)).toMatchObject(refused)
    expect(exchanges() - before).toBe(1)
  })

  it('takes an answer from the browser that began alone', async () => {
    const { answer } = await comeBack()
    expect(await finish(openBrowser(hub), answer)).toMatchObject(refused)
    const other = openBrowser(hub)
    await begin(other)
    expect(await finish(other, answer)).toMatchObject(refused)
  })

  it('takes an answer with its own state and issuer alone, and keeps it through the attempts of others', async () => {
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

  it('takes an answer for what it was asked for, from the person who asked', async () => {
    const { browser, answer } = await comeBack()
    for (const other of ['/console/api/session/confirm/outside', identitiesPath]) {
      const asOperator = { cookie: [operator.cookie(), browser.cookie()].filter(Boolean).join('; ') }
      expect(await operator.ask('POST', other, { answer }, asOperator)).toMatchObject(refused)
    }
    const eve = await joinNewAccount(hub, { email: 'eve@label.example' })
    const bob = await joinNewAccount(hub, { email: 'bob@label.example' })
    const begun = await eve.ask('POST', `${identitiesPath}/begin`)
    const ofEve = begun.headers.get('set-cookie')?.split(';')[0]
    const answerOfEve = await provider.signIn(begun.body.location, 'eve')
    // The browser that began, in which another person has signed in meanwhile.
    const asBob = { cookie: `${bob.cookie()}; ${ofEve}` }
    expect(await bob.ask('POST', identitiesPath, { answer: answerOfEve }, asBob)).toMatchObject(refused)
    expect(await finish(eve, answerOfEve)).toMatchObject(refused)
    expect((await eve.ask('POST', identitiesPath, { answer: answerOfEve })).status).toBe(201)
  })

  it('takes no answer after ten minutes, and forgets what was asked', async () => {
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

  it('reports that the provider did not sign the person in', async () => {
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
    ['another audience', (claims, sign) => sign({ ...claims, aud: 'another' })],
    [
      'two audiences and nothing that says which one asked',
      (claims, sign) => sign({ ...claims, aud: ['hub', 'another'] }),
    ],
    ['an end that is over', (claims, sign) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 })],
    ['no subject', ({ sub: _sub, ...claims }, sign) => sign(claims)],
    [
      'a subject of 256 characters',
      (claims, sign) => sign({ ...claims, sub: 'x'.repeat(256), email: 'a@b.example', email_verified: true }),
    ],
    ['the signature of another key', (claims, sign) => sign(claims, 'foreign')],
    ['no signature', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['no token', () => ''],
  ]
  it.each(lies)('refuses an ID token with %s', async (_what, lie) => {
    provider.tamper(lie)
    const { browser, answer } = await comeBack()
    expect(await finish(browser, answer)).toMatchObject(refused)
    expect(browser.cookie()).toBeUndefined()
  })

  it('refuses userinfo about another person', async () => {
    provider.tamper((claims, sign) => sign({ ...claims, sub: 'another' }))
    const { browser, answer } = await comeBack()
    expect(await finish(browser, answer)).toMatchObject(refused)
  })

  it('accepts an invitation only for the address it was sent to, and only if that is verified', async () => {
    const { token } = await inviteToNewAccount(hub, { email: 'kim@label.example' })
    const join = (login: string) =>
      goOutside(provider, openBrowser(hub), { path, login, body: { link: { token, name: 'Kim' } } })
    provider.know('thief', { email: 'thief@label.example', email_verified: true })
    expect((await join('thief')).body).toMatchObject({
      status: 422,
      error: 'outside_sign_in_refused',
      detail: expect.stringMatching(/is for kim@label\.example, but your address at Acme is thief@label\.example/),
    })
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      provider.know('kim', { email: 'kim@label.example', email_verified: true, ...claims })
      expect((await join('kim')).body).toMatchObject({
        status: 422,
        error: 'outside_sign_in_refused',
        detail: expect.stringContaining('Your email address is not verified at'),
      })
    }
    provider.know('kim', { email: 'KIM@label.example', email_verified: 'true' })
    expect((await join('kim')).status).toBe(200)
  })

  it('writes down neither code nor token nor secret', async () => {
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
