import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { sharedPeopleHub } from '../../harness/people-hub.ts'

describe('beginPasskeySignIn 200', () => {
  it('requests any passkey of the hub with user verification, and a new challenge each time', async () => {
    const { hub } = await sharedPeopleHub()
    const ask = () => openBrowser(hub).ask('POST', '/console/api/sign-in/passkey/begin')
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.body).toEqual({
      publicKey: {
        rpId: 'music.example',
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        allowCredentials: [],
        timeout: 300_000,
        userVerification: 'required',
      },
    })
    expect((await ask()).body.publicKey.challenge).not.toBe(answer.body.publicKey.challenge)
  })
})
