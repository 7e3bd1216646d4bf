import { beforeAll, describe, expect, it } from 'vitest'
import { connectAgent } from '../../harness/program-requests.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('endConnection 204', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('refuses the tokens of that agent immediately, and of no other one', async () => {
    const [gone, kept] = [await connectAgent(team, team.owner), await connectAgent(team, team.owner)]
    const [goneToken, keptToken] = [await gone.token(), await kept.token()]
    const ping = (bearer: string) =>
      team.hub.json('POST', '/mcp', { bearer, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })
    expect((await ping(goneToken)).status).not.toBe(401)
    const list = async () => (await team.owner.ask('GET', '/console/api/connections')).body.data
    const { id } = (await list()).find(({ client }: { client: { id: string } }) => client.id === gone.clientId)
    expect(await team.owner.ask('DELETE', `/console/api/connections/${id}`)).toMatchObject({ status: 204, body: '' })
    expect((await ping(goneToken)).status).toBe(401)
    expect((await ping(keptToken)).status).not.toBe(401)
    expect(await list()).toMatchObject([{ client: { id: kept.clientId } }])
    expect(await team.newest('connection.ended')).toMatchObject({
      actor: { type: 'user', name: 'The owner' },
      data: { connection: id, client: gone.clientId, name: 'Night Agent' },
    })
  })
})
