import { describe, expect, it } from 'vitest'
import { inviteToNewAccount, joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/invitations/accept'

describe('acceptInvitation 200', () => {
  it('leads a person who is signed in to one more account', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@accept-invitation.example' })
    const invited = { email: 'mia@accept-invitation.example', role: 'manager', accountName: 'Third Label' } as const
    const { accountId, token } = await inviteToNewAccount(hub, invited)
    const answer = await person.ask('POST', path, { token })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ accountId, role: 'manager' })
    const { memberships } = (await person.ask('GET', '/console/api/session')).body
    expect(memberships).toEqual(
      expect.arrayContaining([
        { accountId: person.accountId, accountName: 'Night Label', role: 'viewer' },
        { accountId, accountName: 'Third Label', role: 'manager' },
      ]),
    )
    expect(memberships).toHaveLength(2)
  })

  it('keeps a role that is there', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'tom@accept-invitation.example' })
    const { accountId } = person
    // Invitations go to addresses without a member; this person got the address afterwards.
    const made = await hub.hub.links.invite({ accountId, email: 'tom@elsewhere.example', role: 'owner' })
    const { id } = (await person.ask('GET', '/console/api/session')).body.user
    await hub.hub.changePerson.setAddress(id, 'TOM@elsewhere.example', { type: 'operator', id: null, name: null })
    const answer = await person.ask('POST', path, { token: made?.link.split('#')[1] })
    expect(answer.body).toEqual({ accountId, role: 'viewer' })
    expect((await person.ask('GET', '/console/api/session')).body.memberships).toMatchObject([{ role: 'viewer' }])
  })
})
