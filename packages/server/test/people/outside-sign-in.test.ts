import { beforeAll, describe, expect, it } from 'vitest'
import type { Log } from '../../src/platform/log.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { type OutsideProvider, startOutsideProvider } from '../harness/outside-provider.ts'
import { goodPassword, inviteMember, openBrowser, setUpOperator, type TestPerson, tokenOf } from '../harness/people.ts'

/** People sign in at a provider that is a server of its own. */

const paths = {
  signIn: '/console/api/sign-in/outside',
  confirm: '/console/api/session/confirm/outside',
  identities: '/console/api/me/identities',
} as const

/** To the provider, through its pages, and back to the hub with what it answered. */
async function goThere(
  provider: OutsideProvider,
  person: TestPerson,
  { path = paths.signIn, login, body }: { path?: string; login: string; body?: object },
) {
  const begun = await person.ask('POST', `${path}/begin`, body ?? (path === paths.signIn ? {} : undefined))
  if (begun.status !== 200) return begun
  const answer = await provider.signIn(begun.body.location, login)
  return person.ask('POST', path, { answer })
}

const mia = { name: 'Mia there', email: 'mia@label.example', email_verified: true }

describe('an outside provider', () => {
  let hub: TestHub
  let provider: OutsideProvider
  let operator: TestPerson
  beforeAll(async () => {
    provider = await startOutsideProvider()
    hub = await startTestHub({ role: 'api', environment: provider.environment })
    provider.serve(hub.url)
    operator = await setUpOperator(hub)
  })

  const invite = async (email: string, name = 'Night Label') => {
    const { accountId } = await createTestAccount(hub, name)
    return { accountId, token: tokenOf(await hub.hub.links.invite({ accountId, email, role: 'manager' })) }
  }
  const join = (person: TestPerson, login: string, token: string, name = 'Mia Blue') =>
    goThere(provider, person, { login, body: { link: { token, name } } })
  const eventsOf = async (userId: string) =>
    (
      await hub.opened.database.system.rows<{ type: string }>(
        `select type from hub_audit_events where actor ->> 'id' = $1 order by id`,
        [userId],
      )
    ).map(({ type }) => type)

  it('is named to whoever opens the sign-in page', async () => {
    expect((await openBrowser(hub).ask('GET', '/console/api/hub')).body).toMatchObject({
      hasPasswords: true,
      outside: { name: 'Acme' },
    })
  })

  it('is asked with code, PKCE, state and nonce, by a request that is bound to the browser', async () => {
    const begun = await openBrowser(hub).ask('POST', `${paths.signIn}/begin`, {})
    expect(begun.headers.get('set-cookie')).toMatch(
      /^__Host-Http-spindle-outside=[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    const address = new URL(begun.body.location)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'hub',
      redirect_uri: `${hub.url}/console/sign-in/outside`,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^sign_in\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const rows = await hub.opened.database.system.rows<{ text: string }>(
      'select r::text as text from outside_requests r',
    )
    for (const secret of ['state', 'nonce', 'code_challenge'])
      expect(rows.map(({ text }) => text).join()).not.toContain(address.searchParams.get(secret)?.split('.').at(-1))
  })

  it('is told to ask who it is where somebody else is remembered there', async () => {
    const begun = await openBrowser(hub).ask('POST', `${paths.signIn}/begin`, { asksAgain: true })
    const asked = new URL(begun.body.location).searchParams
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', null])
  })

  it('makes a person by an invitation, and signs that person in from then on', async () => {
    provider.know('mia', mia)
    const { accountId, token } = await invite('Mia@Label.example')
    const joined = await join(openBrowser(hub), 'mia', token)
    expect(joined.body).toMatchObject({
      user: { name: 'Mia Blue', email: 'Mia@Label.example', hasPassword: false, passkeys: 0, hasIdentity: true },
      session: { way: 'invitation', confirmedUntil: expect.any(String) },
      memberships: [{ accountId, role: 'manager' }],
    })
    expect(joined.headers.get('set-cookie')).toMatch(/^__Host-Http-spindle=[\w-]{43}; Max-Age=2592000;/)

    const person = openBrowser(hub)
    const signedIn = await goThere(provider, person, { login: 'mia' })
    expect(signedIn.body).toMatchObject({ user: { id: joined.body.user.id }, session: { way: 'outside' } })
    const { body: asked } = await person.ask('GET', '/console/api/session')
    // Where changes stand has moved on.
    expect({ ...asked, lastEventId: signedIn.body.lastEventId }).toEqual(signedIn.body)
    expect(await eventsOf(joined.body.user.id)).toEqual(['identity.added', 'session.started', 'session.started'])
    const known = await person.ask('GET', paths.identities)
    expect(known.body.data).toEqual([
      {
        id: expect.stringMatching(/^idn_/),
        label: 'mia@label.example',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ])
    expect((await join(openBrowser(hub), 'mia', token)).body.error).toBe('link_invalid')
  })

  it('gives the browser a new cookie, and the one before is dead', async () => {
    provider.know('rota', { ...mia, email: 'rota@label.example' })
    const person = openBrowser(hub)
    await join(person, 'rota', (await invite('rota@label.example')).token)
    const before = person.cookie() ?? ''
    expect((await goThere(provider, person, { login: 'rota' })).status).toBe(200)
    expect(person.cookie()).not.toBe(before)
    expect((await openBrowser(hub).ask('GET', '/console/api/session', undefined, { cookie: before })).status).toBe(401)
  })

  it('knows people by what it calls them, and never by their mail address', async () => {
    provider.know('namesake', { ...mia, email: operator.email })
    expect((await goThere(provider, openBrowser(hub), { login: 'namesake' })).body).toMatchObject({
      status: 403,
      error: 'identity_unknown',
      detail: expect.stringContaining(operator.email),
    })
    // The same person under a new address is still the same person.
    provider.know('moved', { ...mia, email: 'moved@label.example' })
    await join(openBrowser(hub), 'moved', (await invite('moved@label.example')).token)
    provider.know('moved', { ...mia, email: 'elsewhere@label.example', email_verified: false })
    expect((await goThere(provider, openBrowser(hub), { login: 'moved' })).status).toBe(200)
  })

  it('takes an invitation for the address it was sent to alone, and only where that is verified', async () => {
    const { token } = await invite('kim@label.example')
    provider.know('thief', { ...mia, email: 'thief@label.example' })
    expect((await join(openBrowser(hub), 'thief', token)).body).toMatchObject({
      status: 422,
      error: 'outside_sign_in_refused',
      detail: expect.stringMatching(/is for kim@label\.example, and Acme says that you are thief@label\.example/),
    })
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      provider.know('kim', { ...mia, email: 'kim@label.example', ...claims })
      expect((await join(openBrowser(hub), 'kim', token)).body).toMatchObject({
        status: 422,
        error: 'outside_sign_in_refused',
        detail: expect.stringContaining('does not say that your mail address is verified'),
      })
    }
    provider.know('kim', { ...mia, email: 'KIM@label.example', email_verified: 'true' })
    expect((await join(openBrowser(hub), 'kim', token)).status).toBe(200)
  })

  it('is connected by an invitation with the person it was sent to, unless that one runs the hub', async () => {
    const first = await createTestAccount(hub)
    const email = 'tom@label.example'
    const tom = await inviteMember(hub, { accountId: first.accountId, role: 'viewer', email })
    const { id } = (await tom.ask('GET', '/console/api/session')).body.user
    provider.know('tom', { ...mia, email })
    const second = await invite(email, 'Second Label')
    expect((await join(openBrowser(hub), 'tom', second.token, 'Somebody')).body).toMatchObject({
      user: { id, name: 'The viewer', hasPassword: true, hasIdentity: true },
      memberships: expect.arrayContaining([expect.objectContaining({ accountId: second.accountId, role: 'manager' })]),
    })
    provider.know('boss', { ...mia, email: operator.email })
    expect((await join(openBrowser(hub), 'boss', (await invite(operator.email)).token)).body.error).toBe('mail_taken')
    await hub.hub.people.disable(email)
    provider.know('tom-again', { ...mia, email })
    expect((await join(openBrowser(hub), 'tom-again', (await invite(email)).token)).body.error).toBe('mail_taken')
  })

  it('leads a person it knows to one more account', async () => {
    provider.know('two', { ...mia, email: 'two@label.example' })
    const one = await join(openBrowser(hub), 'two', (await invite('two@label.example')).token)
    const { accountId, token } = await invite('second-address@label.example', 'Other Label')
    const again = await join(openBrowser(hub), 'two', token)
    expect(again.body.user.id).toBe(one.body.user.id)
    expect(again.body.memberships.map((membership: { accountId: string }) => membership.accountId)).toContain(accountId)
  })

  it('lets nobody in who is kept out, in the words for somebody unknown', async () => {
    const email = 'gone@label.example'
    provider.know('gone', { ...mia, email })
    await join(openBrowser(hub), 'gone', (await invite(email)).token)
    await hub.hub.people.disable(email)
    const { token } = await invite('back@label.example')
    const refused = { status: 403, error: 'identity_unknown', detail: expect.stringContaining('nobody of this hub') }
    expect((await goThere(provider, openBrowser(hub), { login: 'gone' })).body).toMatchObject(refused)
    expect((await join(openBrowser(hub), 'gone', token)).body).toMatchObject(refused)
  })

  it('is connected and disconnected by whoever is signed in, and never taken away as the last way in', async () => {
    const { accountId } = await createTestAccount(hub)
    const person = await inviteMember(hub, { accountId, role: 'viewer', email: 'ada@label.example' })
    const other = await inviteMember(hub, { accountId, role: 'viewer', email: 'bob@label.example' })
    provider.know('ada', { name: 'Ada L' })
    const connect = (who: TestPerson, login = 'ada') => goThere(provider, who, { path: paths.identities, login })
    const connected = await connect(person)
    expect(connected).toMatchObject({ status: 201, body: { label: 'Ada L' } })
    expect((await connect(other)).body).toMatchObject({ status: 409, error: 'state_conflict' })
    provider.know('ada2', {})
    expect((await connect(person, 'ada2')).body).toMatchObject({ status: 409, error: 'state_conflict' })
    expect((await goThere(provider, openBrowser(hub), { login: 'ada' })).body.user.email).toBe('ada@label.example')

    const path = `${paths.identities}/${connected.body.id}`
    expect((await other.ask('DELETE', path)).body.error).toBe('identity_not_found')
    await hub.opened.database.system.execute(`update users set password_phc = null where email = $1`, [person.email])
    expect((await person.ask('DELETE', path)).body).toMatchObject({ status: 409, error: 'state_conflict' })
    expect((await person.ask('POST', '/console/api/me/password', { password: goodPassword })).status).toBe(204)
    expect((await person.ask('DELETE', path)).status).toBe(204)
    expect((await person.ask('GET', paths.identities)).body.data).toEqual([])
    expect((await goThere(provider, openBrowser(hub), { login: 'ada' })).body.error).toBe('identity_unknown')
    const { id } = (await person.ask('GET', '/console/api/session')).body.user
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['identity.added', 'identity.removed']))
  })

  describe('proves once more who it is', () => {
    const oldProof = (email: string) =>
      hub.opened.database.system.execute(
        `update sessions set confirmed_at = confirmed_at - interval '1 hour'
         where user_id = (select id from users where email = $1)`,
        [email],
      )
    const proving = async (login: string) => {
      const email = `${login}@label.example`
      provider.know(login, { ...mia, email })
      const person = openBrowser(hub)
      await join(person, login, (await invite(email)).token)
      await oldProof(email)
      return person
    }
    const confirm = (person: TestPerson, login: string) => goThere(provider, person, { path: paths.confirm, login })

    it('by a fresh sign-in there', async () => {
      const person = await proving('eva')
      const change = () => person.ask('POST', '/console/api/me/password', { password: goodPassword })
      expect((await change()).body).toMatchObject({ error: 'confirmation_needed', methods: ['outside'] })
      const begun = await person.ask('POST', `${paths.confirm}/begin`)
      const asked = new URL(begun.body.location).searchParams
      expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0'])
      const before = person.cookie()
      const answer = await provider.signIn(begun.body.location, 'eva')
      expect((await person.ask('POST', paths.confirm, { answer })).body.session).toMatchObject({
        way: 'invitation',
        confirmedUntil: expect.any(String),
      })
      expect(person.cookie()).not.toBe(before)
      expect(
        (await openBrowser(hub).ask('GET', '/console/api/session', undefined, { cookie: before ?? '' })).status,
      ).toBe(401)
      expect((await change()).status).toBe(204)
    })

    it('and not by somebody else, by a sign-in of before, or by one whose time nobody knows', async () => {
      const person = await proving('ida')
      await proving('otto')
      provider.know('stranger', mia)
      const refused = { status: 422, error: 'outside_sign_in_refused' }
      for (const other of ['otto', 'stranger']) expect((await confirm(person, other)).body).toMatchObject(refused)
      for (const time of [{ auth_time: Math.floor(Date.now() / 1000) - 120 }, { auth_time: undefined }]) {
        provider.tamper((claims, sign) => sign({ ...claims, ...time } as typeof claims))
        expect((await confirm(person, 'ida')).body).toMatchObject(refused)
      }
      provider.tamper(undefined)
      const { confirmedUntil } = (await person.ask('GET', '/console/api/session')).body.session
      expect(confirmedUntil).toBeNull()
      expect((await confirm(person, 'ida')).status).toBe(200)
    })

    it('only where it is connected', async () => {
      expect((await operator.ask('POST', `${paths.confirm}/begin`)).body).toMatchObject({
        status: 409,
        error: 'state_conflict',
      })
    })

    it('and connects another identity only after it', async () => {
      const person = await proving('una')
      expect((await person.ask('POST', `${paths.identities}/begin`)).body.error).toBe('confirmation_needed')
    })
  })
})

describe('the setup of a hub with an outside provider', () => {
  it('makes its first person of an identity with a verified mail address', async () => {
    const provider = await startOutsideProvider()
    const hub = await startTestHub({ role: 'api', environment: provider.environment })
    provider.serve(hub.url)
    const token = tokenOf(await hub.hub.links.makeSetupLink())
    const setUp = () =>
      goThere(provider, openBrowser(hub), {
        login: 'mia',
        body: { link: { token, name: ' Mia Blue ', accountName: 'Night Label' } },
      })
    provider.know('mia', { ...mia, email_verified: false })
    expect((await setUp()).body.error).toBe('outside_sign_in_refused')
    provider.know('mia', mia)
    expect((await setUp()).body).toMatchObject({
      user: { name: 'Mia Blue', email: 'mia@label.example', isOperator: true, hasIdentity: true },
      session: { way: 'setup' },
      memberships: [{ accountName: 'Night Label', role: 'owner' }],
    })
    expect((await setUp()).body.error).toBe('link_invalid')
  })
})

describe('whom the provider may let in', () => {
  it('is asked at every sign-in: the domain of a verified address, or a claim', async () => {
    const provider = await startOutsideProvider({ SPINDLE_SIGNIN_ALLOW: 'label.example, groups=spindle' })
    const logged: object[] = []
    const write = (event: string, fields: object = {}): void => void logged.push({ event, ...fields })
    const log: Log = { debug: write, info: write, warn: write, error: write }
    const hub = await startTestHub({ role: 'api', environment: provider.environment, overrides: { log } })
    provider.serve(hub.url)
    const begun = await openBrowser(hub).ask('POST', `${paths.signIn}/begin`, {})
    // The provider tells groups for the scope of that name only.
    expect(new URL(begun.body.location).searchParams.get('scope')).toBe('openid email profile groups')
    const signIn = async (claims: object) => {
      provider.know('somebody', { ...claims })
      return (await goThere(provider, openBrowser(hub), { login: 'somebody' })).body
    }
    const allowed = { error: 'identity_unknown' }
    const refused = { error: 'outside_sign_in_refused', detail: expect.stringContaining('does not let in everybody') }
    expect(await signIn({ email: 'a@Label.example', email_verified: true })).toMatchObject(allowed)
    expect(await signIn({ groups: ['other', 'spindle'] })).toMatchObject(allowed)
    expect(await signIn({ groups: 'spindle' })).toMatchObject(allowed)
    expect(await signIn({ email: 'a@label.example', email_verified: false })).toMatchObject(refused)
    expect(await signIn({ email: 'a@evil-label.example', email_verified: true })).toMatchObject(refused)
    expect(await signIn({ email: 'a@sub.label.example', email_verified: true })).toMatchObject(refused)
    expect(await signIn({ groups: ['spindles'] })).toMatchObject(refused)
    expect(await signIn({})).toMatchObject(refused)
    // Enough to see that a rule is missing, and nothing of the person.
    const event = 'people.outside_sign_in_refused'
    expect(logged.filter((line) => 'event' in line && line.event === event)).toEqual(
      [null, 'evil-label.example', 'sub.label.example', null, null].map((domain) => ({
        event,
        reason: 'not_allowed',
        domain,
      })),
    )
  })
})

describe('ways that the operator switched off', () => {
  it('are taken from nobody, and links still work', async () => {
    const provider = await startOutsideProvider({ SPINDLE_SIGNIN: 'outside' })
    const hub = await startTestHub({ role: 'api', environment: provider.environment })
    provider.serve(hub.url)
    provider.know('mia', mia)
    const browser = openBrowser(hub)
    const off = { status: 409, error: 'state_conflict', detail: expect.stringContaining('takes no pass') }
    expect((await browser.ask('GET', '/console/api/hub')).body).toMatchObject({
      hasPasswords: false,
      hasPasskeys: false,
      outside: { name: 'Acme' },
    })
    const token = tokenOf(await hub.hub.links.makeSetupLink())
    const person = { token, name: 'Mia', email: 'mia@label.example' }
    expect((await browser.ask('POST', '/console/api/setup', { ...person, password: goodPassword })).body).toMatchObject(
      off,
    )
    await goThere(provider, browser, { login: 'mia', body: { link: { token, name: 'Mia' } } })
    for (const [path, body] of [
      ['/console/api/me/password', { password: goodPassword }],
      ['/console/api/session/confirm', { password: goodPassword }],
      ['/console/api/me/passkeys/begin', undefined],
      ['/console/api/sign-in/passkey/begin', undefined],
      ['/console/api/sign-in/password', { email: 'mia@label.example', password: goodPassword }],
    ] as const)
      expect((await browser.ask('POST', path, body)).body, path).toMatchObject(off)
    const link = tokenOf(await hub.hub.links.makeSignInLink('mia@label.example'))
    expect((await openBrowser(hub).ask('POST', '/console/api/sign-in/link', { token: link })).status).toBe(200)
  })

  it('and a provider that was never set up, are told so', async () => {
    const hub = await startTestHub({ role: 'api' })
    const operator = await setUpOperator(hub)
    const off = { status: 409, error: 'state_conflict' }
    for (const path of [paths.confirm, paths.identities, paths.signIn]) {
      const body = path === paths.signIn ? {} : undefined
      expect((await operator.ask('POST', `${path}/begin`, body)).body).toMatchObject(off)
      expect((await operator.ask('POST', path, { answer: 'code=1&state=sign_in.1' })).body).toMatchObject(off)
    }
    expect((await operator.ask('GET', paths.identities)).body.data).toEqual([])
  })
})
