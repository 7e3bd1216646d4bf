import { describe, expect, it } from 'vitest'
import { openAuthenticator } from '../../harness/authenticator.ts'
import { startTestHub } from '../../harness/hub.ts'
import { goodPassword, openBrowser, tokenOf } from '../../harness/people.ts'
import { peopleOrigin } from '../../harness/people-hub.ts'
import { startSecondNode } from '../../harness/second-node.ts'

const path = '/console/api/setup'

describe('setUpHub 200', () => {
  it('makes the operator, the first label and a session', async () => {
    const hub = await startTestHub({ role: 'api' })
    const browser = openBrowser(hub)
    const link = await hub.hub.links.makeSetupLink()
    expect(link).toMatch(new RegExp(`^${hub.url}/console/setup#[\\w-]{43}$`))
    const answer = await browser.ask('POST', path, {
      token: tokenOf(link),
      name: 'Mia Blue',
      email: 'mia@hub.example',
      password: goodPassword,
      accountName: 'Night Label',
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-Http-spindle=[\w-]{43}; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.body).toEqual({
      user: {
        id: expect.stringMatching(/^usr_/),
        name: 'Mia Blue',
        email: 'mia@hub.example',
        isEmailProven: true,
        pendingEmail: null,
        isOperator: true,
        hasPassword: true,
        passkeys: 0,
        hasIdentity: false,
      },
      session: {
        id: expect.stringMatching(/^ses_/),
        way: 'setup',
        confirmedUntil: expect.any(String),
        expiresAt: expect.any(String),
      },
      memberships: [{ accountName: 'Night Label', role: 'owner', accountId: expect.stringMatching(/^acc_/) }],
      hubVersion: expect.stringMatching(/^0\.2\.0\+[0-9a-f]{7}$/),
      lastEventId: expect.any(String),
    })
    const { body: asked } = await browser.ask('GET', '/console/api/session')
    // Where changes stand has moved on.
    expect({ ...asked, lastEventId: answer.body.lastEventId }).toEqual(answer.body)
    expect(await hub.hub.links.makeSetupLink()).toBeUndefined()
  })

  it('shows one link when nodes start side by side, which works once', async () => {
    const hub = await startTestHub({ role: 'api' })
    const other = await startSecondNode(hub, { role: 'api' })
    const [link, same] = await Promise.all([hub.hub.links.makeSetupLink(), other.hub.links.makeSetupLink()])
    expect(tokenOf(link)).toMatch(/^[\w-]{43}$/)
    expect(tokenOf(same)).toBe(tokenOf(link))
    const setUp = (email: string) =>
      openBrowser(hub).ask('POST', path, { token: tokenOf(link), name: 'Mia Blue', email, password: goodPassword })
    expect((await setUp('mia@hub.example')).status).toBe(200)
    expect((await setUp('tom@hub.example')).status).toBe(410)
  })

  it('takes a passkey in place of a password, and needs no label', async () => {
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_PUBLIC_URL: peopleOrigin } })
    const browser = openBrowser(hub)
    const person = {
      token: tokenOf(await hub.hub.links.makeSetupLink()),
      name: 'Mia Blue',
      email: 'mia@hub.example',
    }
    const begun = await browser.ask('POST', '/console/api/links/passkey/begin', person)
    const passkey = { label: 'phone', credential: openAuthenticator(peopleOrigin).create(begun.body.publicKey) }
    const answer = await browser.ask('POST', path, { ...person, passkey })
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { isOperator: true, hasPassword: false, passkeys: 1 }, memberships: [] },
    })
  })
})
