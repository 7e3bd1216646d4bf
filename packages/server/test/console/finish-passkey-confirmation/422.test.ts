import { beforeAll, describe, expect, it } from 'vitest'
import type { Assertion, Authenticator } from '../../harness/authenticator.ts'
import type { TestHub } from '../../harness/hub.ts'
import type { TestPerson } from '../../harness/people.ts'
import { joinByPasskey, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/session/confirm/passkey'

describe('finishPasskeyConfirmation 422', () => {
  let hub: TestHub
  let person: TestPerson
  let authenticator: Authenticator
  beforeAll(async () => {
    ;({ hub } = await sharedPeopleHub())
    ;({ person, authenticator } = await joinByPasskey(hub, 'ada@confirmation-refused.example'))
  })
  const begin = async (at = path) => (await person.ask('POST', `${at}/begin`)).body.publicKey
  const expectRefused = async (credential: Assertion): Promise<void> => {
    const cookie = person.cookie()
    expect(await person.ask('POST', path, { credential })).toMatchObject({
      status: 422,
      body: { error: 'passkey_refused' },
    })
    expect(person.cookie()).toBe(cookie)
  }

  it('takes no answer to the question of a sign-in', async () => {
    await expectRefused(authenticator.get(await begin('/console/api/sign-in/passkey')))
  })

  it('takes an answer once', async () => {
    const credential = authenticator.get(await begin())
    expect((await person.ask('POST', path, { credential })).status).toBe(200)
    await expectRefused(credential)
  })

  it('takes no passkey of another person, and no answer that names another person', async () => {
    const other = await joinByPasskey(hub, 'bela@confirmation-refused.example')
    const { id } = (await other.person.ask('GET', '/console/api/session')).body.user
    await expectRefused(other.authenticator.get(await begin()))
    const { response, ...rest } = authenticator.get(await begin())
    const userHandle = Buffer.from(id).toString('base64url')
    await expectRefused({ ...rest, response: { ...response, userHandle } })
  })
})
