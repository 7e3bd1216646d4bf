import { beforeAll, describe, expect, it } from 'vitest'
import { askForRequest } from '../../harness/authorization.ts'
import { openProgramRequest } from '../../harness/program-requests.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('allowAuthorization 403', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('refuses a role that may not pass anything on', async () => {
    const viewer = await team.join('viewer', 'vi')
    const request = await openProgramRequest(team)
    const body = { accountId: team.accountId, permissions: ['music:read'] }
    expect(await askForRequest(viewer, request, { step: '/allow', body })).toMatchObject({
      status: 403,
      body: { error: 'role_insufficient', role: 'viewer' },
    })
    expect(await team.newest('connection.allowed')).toBeUndefined()
    // The request still waits for a person who may.
    expect((await askForRequest(team.owner, request)).status).toBe(200)
  })

  it('passes on no permission that the program did not ask for', async () => {
    const request = await openProgramRequest(team, { scope: 'keys:write music:read' })
    const body = { accountId: team.accountId, permissions: ['music:read', 'catalog:read'] }
    expect(await askForRequest(team.owner, request, { step: '/allow', body })).toMatchObject({
      status: 403,
      body: {
        error: 'permission_not_grantable',
        detail: 'You cannot grant catalog:read in this account.',
        grantable: ['music:read'],
      },
    })
    expect(await team.newest('connection.allowed')).toBeUndefined()
  })
})
