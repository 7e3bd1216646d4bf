import { beforeAll, describe, expect, it } from 'vitest'
import { createTeam, sharedTickingHub, type Team } from '../../harness/shared-team.ts'

describe('listMembers 200', () => {
  let team: Team
  beforeAll(async () => {
    team = await createTeam(await sharedTickingHub())
    await team.join('viewer', 'vi')
    await team.join('manager', 'ma')
    await (await createTeam(team.hub, 'Other Label')).join('viewer', 'stranger')
  })
  const list = async (query = '', by = team.owner) => (await team.ask('GET', `/members${query}`, undefined, by)).body
  const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

  it('shows who belongs to the account as what, longest there first', async () => {
    const { data, page } = await list()
    expect(data[0]).toEqual({
      userId: await team.idOf(team.owner),
      name: 'The owner',
      email: team.owner.email,
      role: 'owner',
      joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    })
    expect(namesOf({ data })).toEqual(['The owner', 'The viewer', 'The manager'])
    expect(page).toEqual({ limit: 20, nextCursor: null, hasMore: false })
  })

  it('is paged, with a count if one is requested', async () => {
    const first = await list('?limit=2&count=true')
    expect(namesOf(first)).toEqual(['The owner', 'The viewer'])
    expect(first.page).toMatchObject({ hasMore: true, total: 3 })
    const second = await list(`?limit=2&cursor=${first.page.nextCursor}`)
    expect(namesOf(second)).toEqual(['The manager'])
    expect(second.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })
  })

  it('is narrowed to a role', async () => {
    expect(namesOf(await list('?role=viewer'))).toEqual(['The viewer'])
    expect((await list('?role=viewer&count=true')).page.total).toBe(1)
  })

  it('is for every member', async () => {
    expect(namesOf(await list('', await team.join('viewer', 'last')))).toHaveLength(4)
  })
})
