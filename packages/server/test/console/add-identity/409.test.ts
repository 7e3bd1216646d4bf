import { describe, expect, it } from 'vitest'
import { connectIdentity, goOutside, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/me/identities'

describe('addIdentity 409', () => {
  it('connects an identity with one person, and a person with one identity', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'ada@identity-taken.example' })
    const other = await joinNewAccount(hub, { email: 'bob@identity-taken.example' })
    const id = await connectIdentity(provider, person, 'taken-ada')
    expect(await goOutside(provider, other, { path, login: 'taken-ada' })).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'Another user of this hub is already connected with this identity.' },
    })
    expect(await goOutside(provider, person, { path, login: 'taken-second' })).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'You are connected with another identity of this provider. Disconnect it first.',
      },
    })
    expect((await person.ask('GET', path)).body.data).toMatchObject([{ id }])
    expect((await other.ask('GET', path)).body.data).toEqual([])
  })

  it('accepts no answer if no provider is set up', async () => {
    const person = await joinNewAccount(await sharedHub(), { email: 'mia@identity-taken.example' })
    expect(await person.ask('POST', path, { answer: 'code=1&state=connect.1' })).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'This hub does not accept sign-in with an external provider. Sign in another way.',
      },
    })
  })
})
