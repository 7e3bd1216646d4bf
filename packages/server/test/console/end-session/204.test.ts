import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('endSession 204', () => {
  it('ends that session of the person and no other', async () => {
    const hub = await sharedHub()
    const laptop = await joinNewAccount(hub, { email: 'mia@end-session.example' })
    const [phone, tablet] = [openBrowser(hub), openBrowser(hub)]
    for (const device of [phone, tablet])
      await device.ask('POST', '/console/api/sign-in/password', { email: laptop.email, password: laptop.password })
    const { id } = (await tablet.ask('GET', '/console/api/session')).body.session
    const answer = await laptop.ask('DELETE', `/console/api/sessions/${id}`)
    expect(answer).toMatchObject({ status: 204, body: '' })
    expect((await tablet.ask('GET', '/console/api/session')).body.error).toBe('signed_out')
    for (const device of [laptop, phone]) expect((await device.ask('GET', '/console/api/session')).status).toBe(200)
    expect((await laptop.ask('GET', '/console/api/sessions')).body.data).toHaveLength(2)
  })
})
