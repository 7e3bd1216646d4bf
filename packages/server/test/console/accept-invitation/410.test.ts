import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { signInLinkFor, type TestPerson, tokenOf } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('acceptInvitation 410', () => {
  let hub: TestHub
  let person: TestPerson
  beforeAll(async () => {
    hub = await sharedHub()
    person = await joinNewAccount(hub, { email: 'mia@accept-dead.example' })
  })
  const accept = (token: string) => person.ask('POST', '/console/api/invitations/accept', { token })
  const countMemberships = async () => (await person.ask('GET', '/console/api/session')).body.memberships.length
  const invalid = { status: 410, body: { error: 'link_invalid' } }

  it.each(['short', 'a'.repeat(43)])('refuses a token that was made up: %j', async (token) => {
    expect(await accept(token)).toMatchObject(invalid)
    expect(await countMemberships()).toBe(1)
  })

  it('refuses a sign-in link', async () => {
    expect(await accept(tokenOf(await signInLinkFor(hub, person.email)))).toMatchObject(invalid)
    expect(await countMemberships()).toBe(1)
  })

  it('refuses an invitation that was used, by the same person or another one', async () => {
    const { token } = await inviteToNewAccount(hub, { email: person.email })
    expect((await accept(token)).status).toBe(200)
    expect(await accept(token)).toMatchObject(invalid)
    const other = await joinNewAccount(hub, { email: 'eve@accept-dead.example' })
    expect(await other.ask('POST', '/console/api/invitations/accept', { token })).toMatchObject(invalid)
    expect((await other.ask('GET', '/console/api/session')).body.memberships).toHaveLength(1)
  })
})
