import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { goodPassword, inviteMember, openBrowser, setUpOperator, type TestPerson, tokenOf } from '../harness/people.ts'

/** Setup, invitations, links and passwords, as the pages use them. */

describe('the setup of a hub', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
  })

  it('makes the operator, the first label and a session, once', async () => {
    const browser = openBrowser(hub)
    expect((await browser.ask('GET', '/console/api/hub')).body).toEqual({
      name: '127.0.0.1',
      needsSetup: true,
      isEncrypted: true,
      hasPasswords: true,
      hasPasskeys: false,
      outside: null,
    })
    const replaced = tokenOf(await hub.hub.links.makeSetupLink())
    const link = await hub.hub.links.makeSetupLink()
    expect(link).toMatch(new RegExp(`^${hub.url}/console/setup#[\\w-]{43}$`))
    const setUp = (token: string, password = goodPassword) =>
      browser.ask('POST', '/console/api/setup', {
        token,
        name: 'Mia Blue',
        email: 'mia@hub.example',
        password,
        accountName: 'Night Label',
      })
    expect((await setUp(replaced)).body).toMatchObject({ status: 410, error: 'link_invalid' })
    // A password that is refused does not cost the link.
    expect((await setUp(tokenOf(link), 'password1234567')).body).toMatchObject({
      status: 422,
      error: 'password_refused',
      errors: [{ pointer: '/password', fix: expect.any(String) }],
    })
    const read = await browser.ask('POST', '/console/api/links/read', { token: tokenOf(link) })
    expect(read.body).toMatchObject({ kind: 'setup', email: null, accountName: null, role: null })

    const answer = await setUp(tokenOf(link))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-Http-spindle=[\w-]{43}; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.body).toMatchObject({
      user: {
        name: 'Mia Blue',
        email: 'mia@hub.example',
        isOperator: true,
        hasPassword: true,
        passkeys: 0,
        hasIdentity: false,
      },
      session: { way: 'setup', confirmedUntil: expect.any(String) },
      memberships: [{ accountName: 'Night Label', role: 'owner', accountId: expect.stringMatching(/^acc_/) }],
    })
    const { body: asked } = await browser.ask('GET', '/console/api/session')
    // Where changes stand has moved on.
    expect({ ...asked, lastEventId: answer.body.lastEventId }).toEqual(answer.body)
    expect((await setUp(tokenOf(link))).body).toMatchObject({ status: 410, error: 'link_invalid' })
    expect(await hub.hub.links.makeSetupLink()).toBeUndefined()
    expect((await browser.ask('GET', '/console/api/hub')).body.needsSetup).toBe(false)
  })
})

describe('invitations and links', () => {
  let hub: TestHub
  let operator: TestPerson
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    operator = await setUpOperator(hub)
  })

  it('make a member, once', async () => {
    const { accountId } = await createTestAccount(hub, 'Second Label')
    const link = await hub.hub.links.invite({ accountId, email: 'Tom@Label.example', role: 'manager' })
    expect(link).toMatch(new RegExp(`^${hub.url}/console/invitation#[\\w-]{43}$`))
    const token = tokenOf(link)
    const browser = openBrowser(hub)
    expect((await browser.ask('POST', '/console/api/links/read', { token })).body).toMatchObject({
      kind: 'invitation',
      email: 'Tom@Label.example',
      accountName: 'Second Label',
      role: 'manager',
    })
    const join = () =>
      browser.ask('POST', '/console/api/sign-up', { token, name: 'Tom Sea', password: 'harvest moon over Aarhus' })
    expect((await join()).body).toMatchObject({
      user: { name: 'Tom Sea', email: 'Tom@Label.example', isOperator: false },
      memberships: [{ accountId, accountName: 'Second Label', role: 'manager' }],
    })
    expect((await join()).body.error).toBe('link_invalid')
  })

  it('make nobody who could not sign in again', async () => {
    const { accountId } = await createTestAccount(hub)
    const token = tokenOf(await hub.hub.links.invite({ accountId, email: 'kim@label.example', role: 'viewer' }))
    const join = (wayIn: object) =>
      openBrowser(hub).ask('POST', '/console/api/sign-up', { token, name: 'Kim', ...wayIn })
    expect((await join({})).body).toMatchObject({
      status: 422,
      error: 'validation_failed',
      errors: [{ pointer: '/password', code: 'required' }],
    })
    expect((await join({ password: goodPassword })).status).toBe(200)
  })

  it('lead a person who is signed in to one more account, and keep a role that is there', async () => {
    const { accountId } = await createTestAccount(hub, 'Third Label')
    const invite = async (role: 'viewer' | 'owner', email = operator.email) =>
      tokenOf(await hub.hub.links.invite({ accountId, email, role }))
    const token = await invite('viewer')
    const again = { token, name: 'Mia again', password: goodPassword }
    const stranger = await openBrowser(hub).ask('POST', '/console/api/sign-up', again)
    expect(stranger.body).toMatchObject({ status: 409, error: 'mail_taken' })
    const accept = (one: string) => operator.ask('POST', '/console/api/invitations/accept', { token: one })
    expect((await accept(token)).body).toEqual({ accountId, role: 'viewer' })
    expect((await accept(token)).body.error).toBe('link_invalid')
    expect((await accept(await invite('owner', 'mia@elsewhere.example'))).body).toEqual({ accountId, role: 'viewer' })
  })

  it('let a person in who has lost everything else, once, and the newest link only', async () => {
    const old = tokenOf(await hub.hub.links.makeSignInLink(operator.email))
    const link = await hub.hub.links.makeSignInLink(operator.email.toUpperCase())
    expect(link).toMatch(new RegExp(`^${hub.url}/console/sign-in#[\\w-]{43}$`))
    const browser = openBrowser(hub)
    const enter = (token: string) => browser.ask('POST', '/console/api/sign-in/link', { token })
    expect((await enter(old)).body.error).toBe('link_invalid')
    expect((await enter(tokenOf(link))).body).toMatchObject({ session: { way: 'link' } })
    expect((await enter(tokenOf(link))).body.error).toBe('link_invalid')
    expect(await hub.hub.links.makeSignInLink('nobody@hub.example')).toBeUndefined()
  })

  it('end: a sign-in link after 30 minutes, an invitation after 7 days', async () => {
    const { accountId } = await createTestAccount(hub)
    let nowMs = Date.now()
    const later = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
    const setup = tokenOf(await later.hub.links.makeSetupLink())
    nowMs += 30 * 60_000
    const read = (token: string) => openBrowser(later).ask('POST', '/console/api/links/read', { token })
    expect((await read(setup)).body.error).toBe('link_invalid')
    const account = await createTestAccount(later)
    const invitation = tokenOf(
      await later.hub.links.invite({ accountId: account.accountId, email: 'late@label.example', role: 'viewer' }),
    )
    nowMs += 7 * 24 * 60 * 60_000 - 1
    expect((await read(invitation)).status).toBe(200)
    nowMs += 1
    expect((await read(invitation)).body.error).toBe('link_invalid')
    expect(accountId).toBeDefined()
  })

  it.each(['', 'short', 'a'.repeat(43), `${'a'.repeat(42)}\u0000`])(
    'are dead when they are made up: %j',
    async (token) => {
      const answer = await openBrowser(hub).ask('POST', '/console/api/sign-in/link', { token })
      expect([410, 400, 422]).toContain(answer.status)
    },
  )

  it('are dead for whoever was disabled, whose sessions end at once', async () => {
    const { accountId } = await createTestAccount(hub)
    const email = 'gone@label.example'
    const person = await inviteMember(hub, { accountId, role: 'owner', email })
    const token = tokenOf(await hub.hub.links.makeSignInLink(email))
    expect((await person.ask('GET', '/console/api/session')).status).toBe(200)
    expect(await hub.hub.people.disable(email)).toBe(true)
    expect((await person.ask('GET', '/console/api/session')).body.error).toBe('signed_out')
    expect((await person.ask('POST', '/console/api/sign-in/link', { token })).body.error).toBe('link_invalid')
    const credentials = { email, password: person.password }
    expect((await person.ask('POST', '/console/api/sign-in/password', credentials)).body.error).toBe('sign_in_failed')
    expect(await hub.hub.links.makeSignInLink(email)).toBeUndefined()
    expect(await hub.hub.people.disable('nobody@label.example')).toBe(false)
  })
})

describe('a visitor', () => {
  it('may try sixty things in a minute from one network', async () => {
    const startedAt = Date.now()
    const hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_RATE_LIMIT: '600/120/300' },
      // A minute that does not end.
      overrides: { clock: { now: () => startedAt } },
    })
    const read = () => openBrowser(hub).ask('POST', '/console/api/links/read', { token: 'made up' })
    const first = await Promise.all(Array.from({ length: 60 }, read))
    expect(new Set(first.map(({ body }) => body.error))).toEqual(new Set(['link_invalid']))
    const refused = await read()
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await openBrowser(hub).ask('GET', '/console/api/hub')).status).toBe(200)
  })
})

describe('a password', () => {
  let hub: TestHub
  let nowMs = Date.now()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
    await setUpOperator(hub)
  })
  const signIn = (email: string, password: string) =>
    openBrowser(hub).ask('POST', '/console/api/sign-in/password', { email, password })

  it('begins a session, whatever the case of the mail address', async () => {
    expect((await signIn('MIA@hub.example', goodPassword)).body).toMatchObject({ session: { way: 'password' } })
  })

  it('that is wrong is told in the same words as an unknown mail address', async () => {
    const strip = ({ status, body }: { status: number; body: object }) => ({ status, ...body, requestId: undefined })
    const wrong = await signIn('mia@hub.example', 'a wrong password of mine')
    const unknown = await signIn('nobody@hub.example', 'a wrong password of mine')
    expect(strip(wrong)).toEqual(strip(unknown))
    expect(wrong.body).toMatchObject({ status: 401, error: 'sign_in_failed' })
  })

  it('is tried ten times, then with growing pauses', async () => {
    const email = 'guessed@hub.example'
    for (let failures = 0; failures < 10; failures++)
      expect((await signIn(email, 'not the right one')).body.error).toBe('sign_in_failed')
    const paused = await signIn(email, 'not the right one')
    expect(paused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(paused.headers.get('retry-after')).toBe('1')
    nowMs += 1_000
    expect((await signIn(email, 'not the right one')).body.error).toBe('sign_in_failed')
    expect((await signIn(email, 'not the right one')).headers.get('retry-after')).toBe('2')
    // Somebody else of the same network is not held up.
    expect((await signIn('mia@hub.example', goodPassword)).status).toBe(200)
  })
})
