import { describe, expect, it } from 'vitest'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('updateProfile 409', () => {
  it('refuses the mail address of another person, whatever its case, and changes nothing', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@profile-taken.example' })
    await joinNewAccount(hub, { email: 'tom@profile-taken.example' })
    const { user } = (await person.ask('GET', '/console/api/session')).body
    const change = { name: 'Mia Green', email: 'TOM@profile-taken.example' }
    expect(await person.ask('PATCH', '/console/api/me', change)).toMatchObject({
      status: 409,
      body: { error: 'mail_taken', errors: [{ pointer: '/email', code: 'taken' }] },
    })
    expect((await person.ask('GET', '/console/api/session')).body.user).toEqual(user)
    // The own one in another case is free.
    const own = await person.ask('PATCH', '/console/api/me', { email: 'MIA@profile-taken.example' })
    expect(own.body.user.email).toBe('MIA@profile-taken.example')
  })
})
