import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { connectIdentity, goOutside, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/identities'

describe('deleteIdentity 204', () => {
  it('disconnects the identity, which no longer signs in, and may be connected again', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'ada@delete-identity.example' })
    const id = await connectIdentity(provider, person, 'delete-ada')
    expect(await person.ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 204, body: '' })
    expect((await person.ask('GET', path)).body.data).toEqual([])
    expect((await person.ask('GET', '/console/api/session')).body.user.hasIdentity).toBe(false)
    const signIn = { path: '/console/api/sign-in/outside', login: 'delete-ada', body: {} }
    expect((await goOutside(provider, openBrowser(hub), signIn)).body.error).toBe('identity_unknown')
    const events = await hub.opened.database.system.rows<{ type: string }>(
      `select type from hub_audit_events where data ->> 'identity' = $1 order by id`,
      [id],
    )
    expect(events).toEqual([{ type: 'identity.added' }, { type: 'identity.removed' }])
    expect(await connectIdentity(provider, person, 'delete-ada')).not.toBe(id)
  })
})
