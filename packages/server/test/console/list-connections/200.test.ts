import { beforeAll, describe, expect, it } from 'vitest'
import { connectAgent } from '../../harness/program-requests.ts'
import { createTeam, sharedTickingHub, type Team } from '../../harness/shared-team.ts'

describe('listConnections 200', () => {
  let team: Team
  beforeAll(async () => {
    team = await createTeam(await sharedTickingHub())
  })

  it('shows the person alone which agents act for it, newest first, and when each got a token', async () => {
    const first = await connectAgent(team, team.owner)
    const second = await connectAgent(team, team.owner)
    await first.token()
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/)
    const connection = {
      id: expect.stringMatching(/^con_[0-9A-HJKMNP-TV-Z]{26}$/),
      account: { id: team.accountId, name: 'Night Label' },
      scopes: ['music:read'],
      createdAt: instant,
      expiresAt: instant,
    }
    const { status, body } = await team.owner.ask('GET', '/console/api/connections')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        { ...connection, client: { id: second.clientId, name: 'Night Agent' }, lastUsedAt: null },
        { ...connection, client: { id: first.clientId, name: 'Night Agent' }, lastUsedAt: instant },
      ],
    })
    const colleague = await team.join('owner', 'second')
    expect((await colleague.ask('GET', '/console/api/connections')).body).toEqual({ data: [] })
  })
})
