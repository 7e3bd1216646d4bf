import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('inviteMember 409', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('refuses the address of a member, in any writing', async () => {
    const member = await team.join('manager', 'tom')
    expect(await team.ask('POST', '/invitations', { email: member.email.toUpperCase(), role: 'viewer' })).toMatchObject(
      {
        status: 409,
        body: { error: 'state_conflict', detail: `${member.email.toUpperCase()} is already a member of this account.` },
      },
    )
    expect((await team.ask('GET', '/invitations')).body.data).toEqual([])
  })

  it('does not show the link again when the same request is sent twice', async () => {
    const body = { email: 'two@label.example', role: 'viewer' }
    const path = `/console/api/accounts/${team.accountId}/invitations`
    const invite = () => team.owner.ask('POST', path, body, { 'idempotency-key': 'i' })
    const first = await invite()
    expect(first.status).toBe(201)
    const again = await invite()
    expect(again.body).toMatchObject({ status: 409, error: 'secret_shown_once' })
    expect(JSON.stringify(again.body)).not.toContain(first.body.link)
    expect((await team.ask('GET', '/invitations')).body.data).toHaveLength(1)
  })
})
