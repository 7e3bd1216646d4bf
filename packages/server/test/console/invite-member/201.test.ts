import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, tokenOf } from '../../harness/people.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('inviteMember 201', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })
  const read = (link: string) => openBrowser(team.hub).ask('POST', '/console/api/links/read', { token: tokenOf(link) })

  it('shows the link once, good for seven days, and writes down who invited', async () => {
    const { status, body } = await team.ask('POST', '/invitations', { email: 'Tom@label.example', role: 'manager' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^inv_[0-9A-HJKMNP-TV-Z]{26}$/),
      email: 'Tom@label.example',
      role: 'manager',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      link: expect.stringMatching(new RegExp(`^${team.hub.url}/console/invitation#[\\w-]{43}$`)),
      isMailed: false,
    })
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(604_800_000)
    expect((await read(body.link)).body).toMatchObject({
      kind: 'invitation',
      email: 'Tom@label.example',
      accountName: 'Night Label',
      role: 'manager',
    })
    expect(await team.newest('invitation.created')).toMatchObject({
      actor: { type: 'user', name: 'The owner' },
      data: { invitation: body.id, email: 'Tom@label.example', role: 'manager' },
    })
    const shownLater = [await team.ask('GET', '/invitations'), await team.ask('GET', '/activity?limit=100')]
    expect(JSON.stringify(shownLater.map(({ body: later }) => later))).not.toContain(tokenOf(body.link))
  })

  it('ends the invitation before for the same address', async () => {
    const { ask } = await sharedTeam()
    const invite = async (email: string) => (await ask('POST', '/invitations', { email, role: 'viewer' })).body
    const old = await invite('kim@label.example')
    const current = await invite('KIM@label.example')
    expect((await read(old.link)).body.error).toBe('link_invalid')
    expect((await read(current.link)).status).toBe(200)
    const { data } = (await ask('GET', '/invitations')).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([current.id])
  })
})
