import { beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../harness/people.ts'
import { createTeam, sharedTickingHub, type Team } from '../../harness/shared-team.ts'

describe('listInvitations 200', () => {
  let team: Team
  const links: string[] = []
  beforeAll(async () => {
    team = await createTeam(await sharedTickingHub())
    const other = await createTeam(team.hub, 'Other Label')
    await other.ask('POST', '/invitations', { email: 'stranger@label.example', role: 'viewer' })
    for (const [email, role] of [
      ['ada@label.example', 'viewer'],
      ['ben@label.example', 'manager'],
      ['cem@label.example', 'owner'],
    ])
      links.push((await team.ask('POST', '/invitations', { email, role })).body.link)
  })
  const list = async (query = '') => (await team.ask('GET', `/invitations${query}`)).body
  const mailsOf = ({ data }: { data: { email: string }[] }) => data.map(({ email }) => email)

  it('shows the invitations that wait, newest first, without their links', async () => {
    const { data, page } = await list()
    expect(mailsOf({ data })).toEqual(['cem@label.example', 'ben@label.example', 'ada@label.example'])
    expect(data[1]).toEqual({
      id: expect.stringMatching(/^inv_[0-9A-HJKMNP-TV-Z]{26}$/),
      email: 'ben@label.example',
      role: 'manager',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    })
    expect(page).toEqual({ limit: 20, nextCursor: null, hasMore: false })
    for (const link of links) expect(JSON.stringify(data)).not.toContain(tokenOf(link))
  })

  it('is paged, with a count if one is requested', async () => {
    const first = await list('?limit=2&count=true')
    expect(mailsOf(first)).toEqual(['cem@label.example', 'ben@label.example'])
    expect(first.page).toMatchObject({ hasMore: true, total: 3 })
    const second = await list(`?limit=2&cursor=${first.page.nextCursor}`)
    expect(mailsOf(second)).toEqual(['ada@label.example'])
    expect(second.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })
  })
})
