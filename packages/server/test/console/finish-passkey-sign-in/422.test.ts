import { beforeAll, describe, expect, it } from 'vitest'
import { type Assertion, type Authenticator, openAuthenticator } from '../../harness/authenticator.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { disablePerson, openBrowser } from '../../harness/people.ts'
import { joinByPasskey, peopleOrigin } from '../../harness/people-hub.ts'

const path = '/console/api/sign-in/passkey'
const refused = { status: 422, body: { error: 'passkey_refused' } }

describe('finishPasskeySignIn 422', () => {
  let hub: TestHub
  let authenticator: Authenticator
  let nowMs = Date.now()
  beforeAll(async () => {
    const overrides = { clock: { now: () => nowMs } }
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_PUBLIC_URL: peopleOrigin }, overrides })
    ;({ authenticator } = await joinByPasskey(hub, 'mia@label.example'))
  })

  const askedBy = async (presenter: Authenticator): Promise<Assertion> =>
    presenter.get((await openBrowser(hub).ask('POST', `${path}/begin`)).body.publicKey)
  const signIn = async (credential: Assertion) => {
    const browser = openBrowser(hub)
    const answer = await browser.ask('POST', path, { credential })
    if (answer.status !== 200) expect(browser.cookie()).toBeUndefined()
    return answer
  }

  it('takes an answer once', async () => {
    const credential = await askedBy(authenticator)
    expect((await signIn(credential)).status).toBe(200)
    expect(await signIn(credential)).toMatchObject(refused)
  })

  it('takes an answer within five minutes', async () => {
    const [early, late] = [await askedBy(authenticator), await askedBy(authenticator)]
    nowMs += 5 * 60_000 - 1
    expect((await signIn(early)).status).toBe(200)
    nowMs += 1
    expect(await signIn(late)).toMatchObject(refused)
  })

  const flipLast = (bytes: Buffer): Buffer => {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    return bytes
  }
  const changes: readonly (readonly [keyof Assertion['response'], string, (bytes: Buffer) => Buffer])[] = [
    ['signature', 'one bit is another', flipLast],
    ['signature', 'is 9,000 zeros', () => Buffer.alloc(9_000)],
    ['authenticatorData', 'one bit is another', flipLast],
    ['userHandle', 'names another person', () => Buffer.from('usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB')],
    [
      'clientDataJSON',
      'names another origin',
      (bytes) => Buffer.from(bytes.toString().replace(peopleOrigin, 'https://evil.example')),
    ],
    ['clientDataJSON', 'is cut off', () => Buffer.from('{')],
  ]
  it.each(changes)('refuses an answer whose %s %s', async (member, _what, change) => {
    const good = await askedBy(authenticator)
    const changed = change(Buffer.from(good.response[member] ?? '', 'base64url')).toString('base64url')
    expect(await signIn({ ...good, response: { ...good.response, [member]: changed } })).toMatchObject(refused)
  })

  it('refuses an answer that does not name its person', async () => {
    const good = await askedBy(authenticator)
    expect(await signIn({ ...good, response: { ...good.response, userHandle: null } })).toMatchObject(refused)
  })

  it('refuses a passkey that is not known here, also with the id of a known one', async () => {
    const stranger = await askedBy(openAuthenticator(peopleOrigin))
    expect(await signIn(stranger)).toMatchObject(refused)
    const { id, response } = await askedBy(authenticator)
    const second = await askedBy(openAuthenticator(peopleOrigin))
    const userHandle = response.userHandle
    expect(await signIn({ ...second, id, rawId: id, response: { ...second.response, userHandle } })).toMatchObject(
      refused,
    )
  })

  it('refuses the passkey of a person who was disabled', async () => {
    const { authenticator: gone } = await joinByPasskey(hub, 'gone@label.example')
    expect((await signIn(await askedBy(gone))).status).toBe(200)
    await disablePerson(hub, 'gone@label.example')
    expect(await signIn(await askedBy(gone))).toMatchObject(refused)
  })
})
