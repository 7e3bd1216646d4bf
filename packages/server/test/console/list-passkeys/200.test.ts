import { describe, expect, it } from 'vitest'
import { addPasskey, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/passkeys'

describe('listPasskeys 200', () => {
  it('lists the passkeys of the person in the order in which they were made, and none of others', async () => {
    const { hub } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@list-passkeys.example' })
    const other = await joinNewAccount(hub, { email: 'tom@list-passkeys.example' })
    const laptop = await addPasskey(person, "Mia's laptop")
    const phone = await addPasskey(person, 'phone')
    const answer = await person.ask('GET', path)
    expect(answer.status).toBe(200)
    const passkey = { isBackedUp: true, createdAt: expect.any(String), lastUsedAt: null }
    expect(answer.body).toEqual({
      data: [
        { id: laptop.id, label: "Mia's laptop", ...passkey },
        { id: phone.id, label: 'phone', ...passkey },
      ],
    })
    expect((await other.ask('GET', path)).body).toEqual({ data: [] })
  })
})
