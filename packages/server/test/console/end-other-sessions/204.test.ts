import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('endOtherSessions 204', () => {
  it('signs the person out everywhere but here, and other people nowhere', async () => {
    const hub = await sharedHub()
    const laptop = await joinNewAccount(hub, { email: 'mia@end-others.example' })
    const other = await joinNewAccount(hub, { email: 'tom@end-others.example' })
    const devices = [openBrowser(hub), openBrowser(hub)]
    for (const device of devices)
      await device.ask('POST', '/console/api/sign-in/password', { email: laptop.email, password: laptop.password })
    expect(await laptop.ask('DELETE', '/console/api/sessions')).toMatchObject({ status: 204, body: '' })
    for (const device of devices)
      expect((await device.ask('GET', '/console/api/session')).body.error).toBe('signed_out')
    expect((await laptop.ask('GET', '/console/api/sessions')).body.data).toMatchObject([{ isCurrent: true }])
    expect((await other.ask('GET', '/console/api/session')).status).toBe(200)
    // No other session is left.
    expect((await laptop.ask('DELETE', '/console/api/sessions')).status).toBe(204)
  })
})
