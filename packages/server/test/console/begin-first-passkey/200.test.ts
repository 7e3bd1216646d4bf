import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { openBrowser, tokenOf } from '../../harness/people.ts'
import { inviteToNewAccount, peopleOrigin, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/links/passkey/begin'

describe('beginFirstPasskey 200', () => {
  it('asks for a passkey of the invited person under an id that is new each time', async () => {
    const { hub } = await sharedPeopleHub()
    const { token } = await inviteToNewAccount(hub, { email: 'tom@begin-first-passkey.example' })
    const ask = () => openBrowser(hub).ask('POST', path, { token, name: ' Tom Sea ' })
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      publicKey: {
        rp: { id: 'music.example', name: 'Spindle at music.example' },
        user: { id: expect.any(String), name: 'tom@begin-first-passkey.example', displayName: 'Tom Sea' },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        pubKeyCredParams: [
          { alg: -8, type: 'public-key' },
          { alg: -7, type: 'public-key' },
          { alg: -257, type: 'public-key' },
        ],
        timeout: 300_000,
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        extensions: { credProps: true },
        hints: [],
      },
    })
    const { user, challenge } = answer.body.publicKey
    expect(Buffer.from(user.id, 'base64url').toString()).toMatch(/^usr_/)
    const again = (await ask()).body.publicKey
    expect(again.challenge).not.toBe(challenge)
    expect(again.user.id).not.toBe(user.id)
  })

  it('accepts the email address with a setup link, and uses nothing up', async () => {
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_PUBLIC_URL: peopleOrigin } })
    const token = tokenOf(await hub.hub.links.makeSetupLink())
    const answer = await openBrowser(hub).ask('POST', path, { token, name: 'Mia Blue', email: 'mia@hub.example' })
    expect(answer).toMatchObject({ status: 200, body: { publicKey: { user: { name: 'mia@hub.example' } } } })
    expect((await openBrowser(hub).ask('POST', '/console/api/links/read', { token })).status).toBe(200)
  })
})
