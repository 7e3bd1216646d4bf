import { describe, expect, it } from 'vitest'
import { connectIdentity, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/me/identities'

describe('listIdentities 200', () => {
  it('lists the identity that is connected, under the mail address it has there, and none of others', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@list-identities.example' })
    const other = await joinNewAccount(hub, { email: 'tom@list-identities.example' })
    expect(await person.ask('GET', path)).toMatchObject({ status: 200, body: { data: [] } })
    provider.know('list-mia', { email: 'mia@there.example', email_verified: true })
    const id = await connectIdentity(provider, person, 'list-mia')
    expect((await person.ask('GET', path)).body).toEqual({
      data: [{ id, label: 'mia@there.example', createdAt: expect.any(String), lastUsedAt: expect.any(String) }],
    })
    expect((await other.ask('GET', path)).body).toEqual({ data: [] })
  })

  it('is empty if no provider is set up', async () => {
    const person = await joinNewAccount(await sharedHub(), { email: 'mia@list-identities.example' })
    expect((await person.ask('GET', path)).body).toEqual({ data: [] })
  })
})
