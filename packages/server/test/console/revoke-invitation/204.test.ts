import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, tokenOf } from '../../harness/people.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('revokeInvitation 204', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('ends the link, takes it off the list, and writes down who did', async () => {
    const invite = async (email: string) => (await team.ask('POST', '/invitations', { email, role: 'viewer' })).body
    const [kim, lee] = [await invite('kim@label.example'), await invite('lee@label.example')]
    expect(await team.ask('DELETE', `/invitations/${kim.id}`)).toMatchObject({ status: 204, body: '' })
    const read = (link: string) =>
      openBrowser(team.hub).ask('POST', '/console/api/links/read', { token: tokenOf(link) })
    expect((await read(kim.link)).body.error).toBe('link_invalid')
    expect((await read(lee.link)).status).toBe(200)
    expect((await team.ask('GET', '/invitations')).body.data).toMatchObject([{ id: lee.id }])
    expect(await team.newest('invitation.revoked')).toMatchObject({
      actor: { type: 'user', name: 'The owner' },
      data: { invitation: kim.id, email: 'kim@label.example' },
    })
  })
})
