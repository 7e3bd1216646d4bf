import { beforeAll, describe, expect, it } from 'vitest'
import { connectAgent } from '../../harness/program-requests.ts'
import { sharedTeam, type Team, unknownId } from '../../harness/shared-team.ts'

describe('endConnection 404', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('finds no connection under an unknown id, under a cut one, of another person, or once it has ended', async () => {
    await connectAgent(team, team.owner)
    const { data } = (await team.owner.ask('GET', '/console/api/connections')).body
    const [{ id }] = data
    const colleague = await team.join('owner', 'second')
    const end = (connectionId: string, by = colleague) => by.ask('DELETE', `/console/api/connections/${connectionId}`)
    const notFound = { status: 404, body: { error: 'connection_not_found' } }
    for (const unknown of [`con_${unknownId}`, 'con_1', id]) expect(await end(unknown), unknown).toMatchObject(notFound)
    expect((await team.owner.ask('GET', '/console/api/connections')).body.data).toEqual(data)
    expect((await end(id, team.owner)).status).toBe(204)
    expect(await end(id, team.owner)).toMatchObject(notFound)
  })
})
