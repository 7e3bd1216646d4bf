import { beforeAll, describe, expect, it } from 'vitest'
import { type NewCredential, openAuthenticator } from '../../harness/authenticator.ts'
import type { TestHub } from '../../harness/hub.ts'
import { openBrowser, type TestPerson } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount, peopleOrigin, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/passkeys'

describe('addPasskey 422', () => {
  let hub: TestHub
  let ada: TestPerson
  let bela: TestPerson
  beforeAll(async () => {
    ;({ hub } = await sharedPeopleHub())
    ada = await joinNewAccount(hub, { email: 'ada@passkey-refused.example' })
    bela = await joinNewAccount(hub, { email: 'bela@passkey-refused.example' })
  })
  const make = async (person: TestPerson, origin = peopleOrigin) =>
    openAuthenticator(origin).create((await person.ask('POST', `${path}/begin`)).body.publicKey)
  const add = (person: TestPerson, credential: NewCredential) =>
    person.ask('POST', path, { label: 'laptop', credential })
  const count = async (person: TestPerson) => (await person.ask('GET', path)).body.data.length
  const refused = { status: 422, body: { error: 'passkey_refused' } }

  it('takes an answer from the person who was asked alone, and once', async () => {
    const credential = await make(ada)
    expect(await add(bela, credential)).toMatchObject(refused)
    expect((await add(ada, credential)).status).toBe(201)
    expect(await add(ada, credential)).toMatchObject(refused)
    expect([await count(ada), await count(bela)]).toEqual([1, 0])
  })

  it('takes no answer to a question that was asked with an invitation', async () => {
    const { token } = await inviteToNewAccount(hub, { email: 'kim@passkey-refused.example' })
    const begun = await openBrowser(hub).ask('POST', '/console/api/links/passkey/begin', { token, name: 'Kim' })
    const forKim = openAuthenticator(peopleOrigin).create(begun.body.publicKey)
    expect(await add(bela, forKim)).toMatchObject(refused)
    expect(await count(bela)).toBe(0)
  })

  it('takes no passkey that was made at another site, and none whose statement cannot be read', async () => {
    expect(await add(bela, await make(bela, 'https://evil.example'))).toMatchObject(refused)
    const good = await make(bela)
    const broken = { ...good, response: { ...good.response, attestationObject: 'AAAA' } }
    expect(await add(bela, broken)).toMatchObject(refused)
    expect(await count(bela)).toBe(0)
  })
})
