import { describe, expect, it } from 'vitest'
import { addPasskey, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

describe('beginPasskey 200', () => {
  it('asks for a passkey of this person that is not kept yet', async () => {
    const { hub } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@begin-passkey.example' })
    const { id } = (await person.ask('GET', '/console/api/session')).body.user
    const { authenticator } = await addPasskey(person, 'laptop')
    const answer = await person.ask('POST', '/console/api/me/passkeys/begin')
    expect(answer.status).toBe(200)
    const { user, ...asked } = answer.body.publicKey
    expect(user).toEqual({
      id: Buffer.from(id).toString('base64url'),
      name: 'mia@begin-passkey.example',
      displayName: 'The viewer',
    })
    expect(asked).toMatchObject({
      rp: { id: 'music.example', name: 'Spindle at music.example' },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      attestation: 'none',
      excludeCredentials: [{ id: authenticator.credentialId, transports: [], type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    // A challenge stores no passkey.
    expect((await person.ask('GET', '/console/api/me/passkeys')).body.data).toHaveLength(1)
  })
})
