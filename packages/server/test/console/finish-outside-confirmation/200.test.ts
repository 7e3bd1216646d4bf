import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { connectIdentity, goOutside, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/session/confirm/outside'

describe('finishOutsideConfirmation 200', () => {
  it('proves who it is by a fresh sign-in there, under a new cookie that replaces the old one', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'eva@finish-outside-confirmation.example' })
    await connectIdentity(provider, person, 'confirm-eva')
    const { session } = (await person.ask('GET', '/console/api/session')).body
    const { system } = hub.opened.database
    await system.execute(`update users set password_phc = null where email = $1`, [person.email])
    await system.execute(`update sessions set confirmed_at = confirmed_at - interval '1 hour' where id = $1`, [
      session.id,
    ])
    const change = () => person.ask('POST', '/console/api/me/password', { password: 'another one of mine, long' })
    expect((await change()).body).toMatchObject({ error: 'confirmation_needed', methods: ['outside'] })
    const before = { cookie: person.cookie() ?? '' }
    const answer = await goOutside(provider, person, { path, login: 'confirm-eva' })
    expect(answer.status).toBe(200)
    expect(answer.body.session).toEqual({ ...session, confirmedUntil: expect.any(String) })
    expect((await openBrowser(hub).ask('GET', '/console/api/session', undefined, before)).status).toBe(401)
    expect((await change()).status).toBe(204)
  })
})
