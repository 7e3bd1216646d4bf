import { describe, expect, it } from 'vitest'
import { addPasskey, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/passkeys'

describe('renamePasskey 200', () => {
  it('changes the label of that passkey and nothing else', async () => {
    const { hub } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@rename-passkey.example' })
    const { id } = await addPasskey(person, 'laptop')
    await addPasskey(person, 'phone')
    const [before, phone] = (await person.ask('GET', path)).body.data
    const answer = await person.ask('PATCH', `${path}/${id}`, { label: ' The old laptop ' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...before, label: 'The old laptop' })
    expect((await person.ask('GET', path)).body.data).toEqual([answer.body, phone])
  })
})
