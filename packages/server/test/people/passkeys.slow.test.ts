import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { freePort, startTestHub, type TestHub } from '../harness/hub.ts'
import { goodPassword, openBrowser, setUpOperator, type TestPerson, tokenOf } from '../harness/people.ts'
import { isMissing } from '../harness/programs.ts'

/**
 * Passkeys of a real browser, with Chromium's virtual authenticator. Refusals are tested in ../console, without one.
 */

const executablePath = '/usr/bin/chromium'
const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']

/** What the page does with the answer of a `begin...` operation; written for the browser. */
const inPage = {
  create: async (publicKey: unknown) => {
    const options = (globalThis as unknown as Dom).PublicKeyCredential.parseCreationOptionsFromJSON(publicKey)
    const made = await (globalThis as unknown as Dom).navigator.credentials.create({ publicKey: options })
    return made.toJSON()
  },
  get: async (publicKey: unknown) => {
    const options = (globalThis as unknown as Dom).PublicKeyCredential.parseRequestOptionsFromJSON(publicKey)
    const found = await (globalThis as unknown as Dom).navigator.credentials.get({ publicKey: options })
    return found.toJSON()
  },
}

interface Dom {
  readonly PublicKeyCredential: {
    parseCreationOptionsFromJSON(json: unknown): unknown
    parseRequestOptionsFromJSON(json: unknown): unknown
  }
  readonly navigator: {
    readonly credentials: Record<'create' | 'get', (options: object) => Promise<{ toJSON(): object }>>
  }
}

describe.skipIf(isMissing('chromium'))('a passkey', () => {
  let hub: TestHub
  let context: BrowserContext
  let page: Page
  let operator: TestPerson
  let folder: string
  let nowMs = Date.now()
  beforeAll(async () => {
    const port = await freePort()
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_PORT: String(port), SPINDLE_PUBLIC_URL: `http://localhost:${port}` },
      overrides: { clock: { now: () => nowMs } },
    })
    folder = await mkdtemp(join(tmpdir(), 'spindle-passkeys-'))
    context = await chromium.launchPersistentContext(folder, { executablePath, headless: true, args })
    operator = await setUpOperator(hub)
  })
  atEnd(async () => {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  })

  // Each test has a separate authenticator without other passkeys.
  beforeEach(async () => {
    page = await openPage(`${hub.hub.http.config.publicUrl}/contact`)
  })
  afterEach(() => page.close())

  /** A page with a separate authenticator that confirms everything. */
  async function openPage(url: string): Promise<Page> {
    const opened = await context.newPage()
    await opened.goto(url)
    const client = await context.newCDPSession(opened)
    await client.send('WebAuthn.enable')
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return opened
  }

  const begin = async (person: TestPerson, path: string, body?: object): Promise<unknown> =>
    (await person.ask('POST', `/console/api/${path}/begin`, body)).body.publicKey
  const add = async (person: TestPerson, label: string) => {
    const credential = await page.evaluate(inPage.create, await begin(person, 'me/passkeys'))
    return { credential, answer: await person.ask('POST', '/console/api/me/passkeys', { label, credential }) }
  }
  const prove = async (person: TestPerson, path: string): Promise<object> =>
    page.evaluate(inPage.get, await begin(person, path))
  const signIn = (credential: unknown, person = openBrowser(hub)) =>
    person.ask('POST', '/console/api/sign-in/passkey', { credential })
  const list = async (person: TestPerson) => (await person.ask('GET', '/console/api/me/passkeys')).body.data

  it('is added, signs in without a name, confirms, is renamed and removed', async () => {
    expect((await operator.ask('GET', '/console/api/hub')).body.hasPasskeys).toBe(true)
    const { answer } = await add(operator, "Mia's laptop")
    expect(answer).toMatchObject({
      status: 201,
      body: { id: expect.stringMatching(/^pky_/), label: "Mia's laptop", lastUsedAt: null },
    })

    const person = openBrowser(hub)
    const credential = await prove(person, 'sign-in/passkey')
    const signedIn = await signIn(credential, person)
    expect(signedIn.body).toMatchObject({
      user: { email: 'mia@hub.example', passkeys: 1 },
      session: { way: 'passkey' },
    })
    // It was answered once.
    expect((await signIn(credential)).body).toMatchObject({ status: 422, error: 'passkey_refused' })

    nowMs += 10 * 60_000
    const change = () => person.ask('POST', '/console/api/me/password', { password: 'another one of mine, long' })
    expect((await change()).body).toMatchObject({ error: 'confirmation_needed', methods: ['passkey', 'password'] })
    const before = person.cookie()
    const proof = await prove(person, 'session/confirm/passkey')
    expect((await person.ask('POST', '/console/api/session/confirm/passkey', { credential: proof })).status).toBe(200)
    expect(person.cookie()).not.toBe(before)

    const path = `/console/api/me/passkeys/${answer.body.id}`
    expect((await person.ask('PATCH', path, { label: 'The old laptop' })).body.label).toBe('The old laptop')
    expect((await list(person))[0].lastUsedAt).toEqual(expect.any(String))
    expect((await person.ask('DELETE', path)).status).toBe(204)
    expect((await person.ask('DELETE', path)).body.error).toBe('passkey_not_found')
    expect((await person.ask('PATCH', path, { label: 'x' })).body.error).toBe('passkey_not_found')
    const stale = await prove(openBrowser(hub), 'sign-in/passkey')
    expect((await signIn(stale)).body.error).toBe('passkey_refused')
  })

  it('comes with an invitation, can be the only way to sign in, and is not removed then', async () => {
    const { accountId } = await createTestAccount(hub)
    const person = openBrowser(hub)
    const token = tokenOf((await hub.hub.links.invite({ accountId, email: 'tom@label.example', role: 'viewer' }))?.link)
    const first = { token, name: 'Tom' }
    const credential = await page.evaluate(inPage.create, await begin(person, 'links/passkey', first))
    const signUp = (passkey: object) => person.ask('POST', '/console/api/sign-up', { ...first, passkey })
    const signedUp = await signUp({ label: 'phone', credential })
    expect(signedUp.body.user).toMatchObject({ email: 'tom@label.example', hasPassword: false, passkeys: 1 })
    expect((await signUp({ label: 'phone', credential })).body.error).toBe('link_invalid')
    expect((await signIn(await prove(openBrowser(hub), 'sign-in/passkey'))).body.user.name).toBe('Tom')

    const [{ id }] = await list(person)
    const path = `/console/api/me/passkeys/${id}`
    expect(await person.ask('DELETE', path)).toMatchObject({ status: 409, body: { error: 'state_conflict' } })
    expect(await list(person)).toHaveLength(1)
    expect((await person.ask('POST', '/console/api/me/password', { password: goodPassword })).status).toBe(204)
    expect((await person.ask('DELETE', path)).status).toBe(204)
  })

  it('of another origin is refused, though the browser made it', async () => {
    const evil = await openPage(`${hub.url}/contact`)
    const options = (await begin(operator, 'me/passkeys')) as { rp: object }
    const credential = await evil.evaluate(inPage.create, { ...options, rp: { name: 'x' } }).catch(() => undefined)
    // An IP address cannot be a relying party: the browser refuses it.
    expect(credential).toBeUndefined()
    await evil.close()
  })
})
