import { describe, expect, it } from 'vitest'
import { goodPassword } from '../../harness/people.ts'
import { joinByPasskey, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/passkeys'

describe('deletePasskey 409', () => {
  it('keeps the last way in, until there is another one', async () => {
    const { hub } = await sharedPeopleHub()
    const { person } = await joinByPasskey(hub, 'mia@delete-last.example')
    const [{ id }] = (await person.ask('GET', path)).body.data
    expect(await person.ask('DELETE', `${path}/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: expect.stringContaining('This is your only sign-in method.') },
    })
    expect((await person.ask('GET', path)).body.data).toMatchObject([{ id }])
    expect((await person.ask('POST', '/console/api/me/password', { password: goodPassword })).status).toBe(204)
    expect((await person.ask('DELETE', `${path}/${id}`)).status).toBe(204)
  })
})
