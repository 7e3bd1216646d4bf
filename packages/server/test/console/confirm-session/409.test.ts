import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { goodPassword } from '../../harness/people.ts'
import { joinByPasskey, peopleOrigin } from '../../harness/people-hub.ts'

describe('confirmSession 409', () => {
  it('accepts no password if the operator disabled them', async () => {
    const environment = { SPINDLE_SIGNIN: 'passkey', SPINDLE_PUBLIC_URL: peopleOrigin }
    const hub = await startTestHub({ role: 'api', environment })
    const { person } = await joinByPasskey(hub, 'mia@label.example')
    const cookie = person.cookie()
    expect(await person.ask('POST', '/console/api/session/confirm', { password: goodPassword })).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'This hub does not accept passwords. Sign in another way.' },
    })
    expect(person.cookie()).toBe(cookie)
  })
})
