import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { goodPassword } from '../../harness/people.ts'
import { joinByPasskey, peopleOrigin } from '../../harness/people-hub.ts'

describe('setPassword 409', () => {
  it('sets no password if the operator disabled them', async () => {
    const environment = { SPINDLE_SIGNIN: 'passkey', SPINDLE_PUBLIC_URL: peopleOrigin }
    const hub = await startTestHub({ role: 'api', environment })
    const { person } = await joinByPasskey(hub, 'mia@label.example')
    expect(await person.ask('POST', '/console/api/me/password', { password: goodPassword })).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'This hub does not accept passwords. Sign in another way.' },
    })
    expect((await person.ask('GET', '/console/api/session')).body.user.hasPassword).toBe(false)
  })
})
