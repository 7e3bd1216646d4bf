import { consoleOperations } from '@spindle/contract/console'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestPerson } from '../harness/people.ts'
import { joinNewAccount, sharedPeopleHub } from '../harness/people-hub.ts'

/** People can change how they sign in only after a recent confirmation. */

const unused = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const changes = [
  ['POST', '/console/api/me/password'],
  ['PATCH', '/console/api/me'],
  ['POST', '/console/api/me/passkeys/begin'],
  ['POST', '/console/api/me/passkeys'],
  ['DELETE', '/console/api/me/passkeys/{passkeyId}'],
  ['POST', '/console/api/me/identities/begin'],
  ['DELETE', '/console/api/me/identities/{identityId}'],
] as const

describe('a change of the own ways to sign in', () => {
  let person: TestPerson
  beforeAll(async () => {
    const { hub } = await sharedPeopleHub()
    person = await joinNewAccount(hub, { email: 'mia@confirmation.example' })
    await hub.opened.database.system.execute(
      `update sessions set confirmed_at = confirmed_at - interval '10 minutes'
       where user_id = (select id from users where email = $1)`,
      [person.email],
    )
  })

  it('is one of those that the contract marks', () => {
    const own = consoleOperations.filter(({ path }) => path.startsWith('/console/api/me'))
    const saidSo = own.filter(({ needsConfirmation }) => needsConfirmation).map(({ method, path }) => [method, path])
    expect(saidSo.map(String).toSorted()).toEqual(changes.map(String).toSorted())
  })

  it.each(changes)('is refused when the last proof is ten minutes old: %s %s', async (method, template) => {
    const path = template.replace('{passkeyId}', `pky_${unused}`).replace('{identityId}', `idn_${unused}`)
    const body = method === 'DELETE' ? undefined : { name: 'Mia Green', password: 'another one of mine, long' }
    expect(await person.ask(method, path, body)).toMatchObject({
      status: 403,
      body: { error: 'confirmation_needed', methods: ['password'] },
    })
    expect((await person.ask('GET', '/console/api/session')).body.user.name).toBe('The viewer')
  })
})
