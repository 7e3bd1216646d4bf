import { describe, expect, it } from 'vitest'
import type { Log } from '../../src/platform/logging/log.ts'
import { startTestHub } from '../harness/hub.ts'
import { startOutsideProvider } from '../harness/outside-provider.ts'
import { goodPassword, openBrowser, signInLinkFor, tokenOf } from '../harness/people.ts'
import { goOutside } from '../harness/people-hub.ts'

/** People sign in at a provider that is a separate server. */

const path = '/console/api/sign-in/outside'

const mia = { name: 'Mia there', email: 'mia@label.example', email_verified: true }

describe('the setup of a hub with an outside provider', () => {
  it('makes its first person of an identity with a verified mail address', async () => {
    const provider = await startOutsideProvider()
    const hub = await startTestHub({ role: 'api', environment: provider.environment })
    provider.serve(hub.url)
    const token = tokenOf(await hub.hub.links.makeSetupLink())
    const setUp = () =>
      goOutside(provider, openBrowser(hub), {
        path,
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
    const begun = await openBrowser(hub).ask('POST', `${path}/begin`, {})
    // The provider returns groups only for the scope of that name.
    expect(new URL(begun.body.location).searchParams.get('scope')).toBe('openid email profile groups')
    const signIn = async (claims: object) => {
      provider.know('somebody', { ...claims })
      return (await goOutside(provider, openBrowser(hub), { path, login: 'somebody', body: {} })).body
    }
    const allowed = { error: 'identity_unknown' }
    const refused = {
      error: 'outside_sign_in_refused',
      detail: expect.stringContaining('but you do not have access to this hub.'),
    }
    expect(await signIn({ email: 'a@Label.example', email_verified: true })).toMatchObject(allowed)
    expect(await signIn({ groups: ['other', 'spindle'] })).toMatchObject(allowed)
    expect(await signIn({ groups: 'spindle' })).toMatchObject(allowed)
    expect(await signIn({ email: 'a@label.example', email_verified: false })).toMatchObject(refused)
    expect(await signIn({ email: 'a@evil-label.example', email_verified: true })).toMatchObject(refused)
    expect(await signIn({ email: 'a@sub.label.example', email_verified: true })).toMatchObject(refused)
    expect(await signIn({ groups: ['spindles'] })).toMatchObject(refused)
    expect(await signIn({})).toMatchObject(refused)
    // Enough to see that a rule is missing, without data of the person.
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
  it('are not accepted, and links still work', async () => {
    const provider = await startOutsideProvider({ SPINDLE_SIGNIN: 'outside' })
    const hub = await startTestHub({ role: 'api', environment: provider.environment })
    provider.serve(hub.url)
    provider.know('mia', mia)
    const browser = openBrowser(hub)
    const off = {
      status: 409,
      error: 'state_conflict',
      detail: expect.stringMatching(/^This hub does not accept pass(words|keys)\./),
    }
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
    await goOutside(provider, browser, { path, login: 'mia', body: { link: { token, name: 'Mia' } } })
    for (const [address, body] of [
      ['/console/api/me/password', { password: goodPassword }],
      ['/console/api/session/confirm', { password: goodPassword }],
      ['/console/api/me/passkeys/begin', undefined],
      ['/console/api/sign-in/passkey/begin', undefined],
      ['/console/api/sign-in/password', { email: 'mia@label.example', password: goodPassword }],
    ] as const)
      expect((await browser.ask('POST', address, body)).body, address).toMatchObject(off)
    const link = tokenOf(await signInLinkFor(hub, 'mia@label.example'))
    expect((await openBrowser(hub).ask('POST', '/console/api/sign-in/link', { token: link })).status).toBe(200)
  })
})
