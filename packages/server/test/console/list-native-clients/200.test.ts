import { beforeAll, describe, expect, it } from 'vitest'
import { createTeam, sharedTickingHub, type Team } from '../../harness/shared-team.ts'

describe('listNativeClients 200', () => {
  let team: Team
  beforeAll(async () => {
    team = await createTeam(await sharedTickingHub())
  })

  it('shows every member the client ids of the account alone, newest first, in pages', async () => {
    const other = await createTeam(team.hub, 'Other Label')
    await other.ask('POST', '/native-clients', { name: 'of others' })
    const viewer = await team.join('viewer', 'viewer')
    const made = []
    for (const [name, by] of [
      ['first', team.owner],
      ['second', viewer],
      ['third', team.owner],
    ] as const)
      made.unshift((await team.ask('POST', '/native-clients', { name }, by)).body)
    const first = await team.ask('GET', '/native-clients?limit=2&count=true', undefined, viewer)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      data: made.slice(0, 2),
      page: { limit: 2, hasMore: true, nextCursor: expect.any(String), total: 3 },
    })
    expect(first.body.data[0].madeBy).toEqual({ id: await team.idOf(team.owner), name: 'The owner' })
    const rest = await team.ask('GET', `/native-clients?limit=2&cursor=${first.body.page.nextCursor}`)
    expect(rest.body).toEqual({ data: made.slice(2), page: { limit: 2, hasMore: false, nextCursor: null } })
  })
})
