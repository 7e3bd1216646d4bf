import { describe, expect, it } from 'vitest'
import { inviteToNewAccount, joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/invitations/accept'

describe('acceptInvitation 409', () => {
  it('refuses an invitation to another address than the person has, and leaves it open', async () => {
    const hub = await sharedHub()
    const eve = await joinNewAccount(hub, { email: 'eve@accept-other.example' })
    const { token } = await inviteToNewAccount(hub, { email: 'mia@accept-other.example', role: 'owner' })
    const refused = {
      status: 409,
      body: {
        error: 'state_conflict',
        detail:
          'This invitation is for mia@accept-other.example, but you are signed in as eve@accept-other.example. Sign in as mia@accept-other.example, or ask for an invitation for eve@accept-other.example.',
      },
    }
    expect(await eve.ask('POST', path, { token })).toMatchObject(refused)
    // Requesting the address does not prove it.
    await eve.ask('PATCH', '/console/api/me', { email: 'mia@accept-other.example' })
    expect(await eve.ask('POST', path, { token })).toMatchObject(refused)
    expect((await eve.ask('GET', '/console/api/session')).body.memberships).toHaveLength(1)
    expect((await eve.ask('POST', '/console/api/links/read', { token })).status).toBe(200)
  })
})
