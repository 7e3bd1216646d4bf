import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { goOutside, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/identities'

describe('addIdentity 201', () => {
  it('connects the identity, which signs the person in from then on', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'ada@add-identity.example' })
    provider.know('add-ada', { name: 'Ada L' })
    const answer = await goOutside(provider, person, { path, login: 'add-ada' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toMatch(/\/console\/api\/me\/identities\/idn_\w{26}$/)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^idn_\w{26}$/),
      label: 'Ada L',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    })
    expect((await person.ask('GET', path)).body.data).toEqual([answer.body])
    expect((await person.ask('GET', '/console/api/session')).body.user.hasIdentity).toBe(true)
    const signIn = { path: '/console/api/sign-in/outside', login: 'add-ada', body: {} }
    expect((await goOutside(provider, openBrowser(hub), signIn)).body).toMatchObject({
      user: { email: 'ada@add-identity.example' },
      session: { way: 'outside' },
    })
    const events = await hub.opened.database.system.rows<{ data: object }>(
      `select data from hub_audit_events where type = 'identity.added' and actor ->> 'name' = 'The viewer'
       and data ->> 'identity' = $1`,
      [answer.body.id],
    )
    expect(events).toHaveLength(1)
  })
})
