import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinByPasskey, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/session/confirm/passkey'

describe('finishPasskeyConfirmation 200', () => {
  it('proves who it is for ten minutes, under a new cookie that replaces the old one', async () => {
    const { hub } = await sharedPeopleHub()
    const { person, authenticator } = await joinByPasskey(hub, 'mia@finish-confirmation.example')
    const { session } = (await person.ask('GET', '/console/api/session')).body
    await hub.opened.database.system.execute(
      `update sessions set confirmed_at = confirmed_at - interval '1 hour' where id = $1`,
      [session.id],
    )
    const begin = () => person.ask('POST', '/console/api/me/passkeys/begin')
    expect((await begin()).body).toMatchObject({ error: 'confirmation_needed', methods: ['passkey'] })
    const before = { cookie: person.cookie() ?? '' }
    const { publicKey } = (await person.ask('POST', `${path}/begin`)).body
    const answer = await person.ask('POST', path, { credential: authenticator.get(publicKey) })
    expect(answer.status).toBe(200)
    expect(answer.body.session).toEqual({ ...session, confirmedUntil: expect.any(String) })
    expect((await openBrowser(hub).ask('GET', '/console/api/session', undefined, before)).body.error).toBe('signed_out')
    expect((await begin()).status).toBe(200)
  })

  it('takes an answer that leaves out whose it is: one person was asked', async () => {
    const { hub } = await sharedPeopleHub()
    const { person, authenticator } = await joinByPasskey(hub, 'tom@finish-confirmation.example')
    const { publicKey } = (await person.ask('POST', `${path}/begin`)).body
    const { response, ...rest } = authenticator.get(publicKey)
    const credential = { ...rest, response: { ...response, userHandle: null } }
    expect((await person.ask('POST', path, { credential })).status).toBe(200)
  })
})
