import { describe, expect, it } from 'vitest'
import { addPasskey, joinByPasskey, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

describe('beginPasskeyConfirmation 200', () => {
  it('asks for one of the passkeys of the person and of no other', async () => {
    const { hub } = await sharedPeopleHub()
    const { person, authenticator } = await joinByPasskey(hub, 'mia@begin-confirmation.example')
    const other = await joinNewAccount(hub, { email: 'tom@begin-confirmation.example' })
    await addPasskey(other, 'laptop')
    const answer = await person.ask('POST', '/console/api/session/confirm/passkey/begin')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      publicKey: {
        rpId: 'music.example',
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        allowCredentials: [{ id: authenticator.credentialId, transports: [], type: 'public-key' }],
        timeout: 300_000,
        userVerification: 'required',
      },
    })
  })
})
