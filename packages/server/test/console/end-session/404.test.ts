import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('endSession 404', () => {
  it('finds no session of another person, none that has ended, and none that was made up', async () => {
    const hub = await sharedHub()
    const victim = await joinNewAccount(hub, { email: 'victim@end-session.example' })
    const intruder = await joinNewAccount(hub, { email: 'intruder@end-session.example' })
    const { id: ofVictim } = (await victim.ask('GET', '/console/api/session')).body.session
    const phone = openBrowser(hub)
    await phone.ask('POST', '/console/api/sign-in/password', { email: intruder.email, password: intruder.password })
    const { id: ended } = (await phone.ask('GET', '/console/api/session')).body.session
    await phone.ask('DELETE', '/console/api/session')
    for (const id of [ofVictim, ended, 'ses_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'ses_x', 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB'])
      expect(await intruder.ask('DELETE', `/console/api/sessions/${id}`), id).toMatchObject({
        status: 404,
        body: { error: 'session_not_found' },
      })
    expect((await victim.ask('GET', '/console/api/session')).status).toBe(200)
  })
})
