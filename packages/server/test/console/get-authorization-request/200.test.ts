import { beforeAll, describe, expect, it } from 'vitest'
import { askForRequest, discover, openRequest, prepareRequest } from '../../harness/authorization.ts'
import { openProgramRequest } from '../../harness/program-requests.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('getAuthorizationRequest 200', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('shows what the command line asks for, and what the person could allow it', async () => {
    const request = await openProgramRequest(team, {
      scope: 'keys:write music:read music:write',
      device: 'mias-laptop',
    })
    const { status, body } = await askForRequest(team.owner, request)
    expect(status).toBe(200)
    expect(body).toEqual({
      client: { id: 'spindle', name: 'spindle', isBuiltIn: true },
      device: 'mias-laptop',
      returnsTo: '127.0.0.1:49152',
      resource: 'keys',
      scopes: ['keys:write', 'music:read', 'music:write'],
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      accounts: [
        {
          accountId: team.accountId,
          accountName: 'Night Label',
          role: 'owner',
          grantable: ['music:read', 'music:write'],
        },
      ],
    })
    expect((await askForRequest(team.owner, request)).body).toEqual(body)
  })

  it('shows a role that allows nothing of it', async () => {
    const viewer = await team.join('viewer', 'vi')
    const { body } = await askForRequest(viewer, await openProgramRequest(team))
    expect(body.device).toBeNull()
    expect(body.accounts).toEqual([
      { accountId: team.accountId, accountName: 'Night Label', role: 'viewer', grantable: [] },
    ])
  })

  it('shows an agent by the name it was registered with, which asks for the tools and no keys', async () => {
    const redirectUri = 'http://127.0.0.1:49152/callback'
    const { id } = await team.hub.hub.registeredClients.register('Night Agent', [redirectUri])
    const { url } = await prepareRequest(await discover(team.hub), { clientId: id, redirectUri })
    const { body } = await askForRequest(team.owner, await openRequest(team.hub, url))
    expect(body).toMatchObject({
      client: { id, name: 'Night Agent', isBuiltIn: false },
      resource: 'mcp',
      scopes: ['music:read', 'music:write', 'catalog:read', 'analytics:read'],
    })
  })
})
