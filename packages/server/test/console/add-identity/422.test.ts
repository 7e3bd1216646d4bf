import { beforeAll, describe, expect, it } from 'vitest'
import type { OutsideProvider } from '../../harness/outside-provider.ts'
import { openBrowser, type TestPerson } from '../../harness/people.ts'
import { joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/identities'

describe('addIdentity 422', () => {
  let provider: OutsideProvider
  let person: TestPerson
  beforeAll(async () => {
    const shared = await sharedPeopleHub()
    provider = shared.provider
    person = await joinNewAccount(shared.hub, { email: 'mia@identity-refused.example' })
  })
  const comeBack = async (login: string, at = path, body?: object) =>
    provider.signIn((await person.ask('POST', `${at}/begin`, body)).body.location, login)
  const expectRefused = async (answer: string): Promise<void> => {
    expect(await person.ask('POST', path, { answer })).toMatchObject({
      status: 422,
      body: { error: 'outside_sign_in_refused' },
    })
    expect((await person.ask('GET', path)).body.data).toEqual([])
  }

  it('connects nothing if the provider did not sign the person in', async () => {
    await expectRefused(await comeBack(''))
  })

  it('connects nothing by the answer to a sign-in', async () => {
    await expectRefused(await comeBack('refused-mia', '/console/api/sign-in/outside', {}))
  })

  it('connects nothing by an answer to another browser', async () => {
    const { hub } = await sharedPeopleHub()
    const phone = openBrowser(hub)
    await phone.ask('POST', '/console/api/sign-in/password', { email: person.email, password: person.password })
    const answer = await comeBack('refused-mia')
    expect(await phone.ask('POST', path, { answer })).toMatchObject({ body: { error: 'outside_sign_in_refused' } })
    expect((await person.ask('GET', path)).body.data).toEqual([])
    expect((await person.ask('POST', path, { answer })).status).toBe(201)
  })
})
