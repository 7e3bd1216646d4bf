import { describe, expect, it } from 'vitest'
import { openAuthenticator } from '../../harness/authenticator.ts'
import { joinNewAccount, peopleOrigin, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/passkeys'

describe('addPasskey 201', () => {
  it('stores a new passkey under the label of its owner, next to the existing ones', async () => {
    const { hub } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@add-passkey.example' })
    const add = async (label: string) => {
      const { publicKey } = (await person.ask('POST', `${path}/begin`)).body
      return person.ask('POST', path, { label, credential: openAuthenticator(peopleOrigin).create(publicKey) })
    }
    const answer = await add(" Mia's laptop ")
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toMatch(/\/console\/api\/me\/passkeys\/pky_\w{26}$/)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^pky_\w{26}$/),
      label: "Mia's laptop",
      isBackedUp: true,
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    const second = await add('phone')
    expect((await person.ask('GET', path)).body.data).toEqual([answer.body, second.body])
    expect((await person.ask('GET', '/console/api/session')).body.user).toMatchObject({
      hasPassword: true,
      passkeys: 2,
    })
  })
})
