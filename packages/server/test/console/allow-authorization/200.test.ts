import { beforeAll, describe, expect, it } from 'vitest'
import { askForRequest, goOn } from '../../harness/authorization.ts'
import { openProgramRequest } from '../../harness/program-requests.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('allowAuthorization 200', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('answers the address at which the browser continues, which leads to the program with a code', async () => {
    const request = await openProgramRequest(team, { scope: 'keys:write music:read music:write' })
    const body = { accountId: team.accountId, permissions: ['music:read'] }
    const answer = await askForRequest(team.owner, request, { step: '/allow', body })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ returnTo: `${team.hub.url}/oauth/authorize/${request.uid}` })
    const callback = await goOn(request, answer.body.returnTo)
    expect(callback.origin + callback.pathname).toBe('http://127.0.0.1:49152/callback')
    expect(callback.searchParams.get('code')).toMatch(/^[\w-]{20,}$/)
    expect(callback.searchParams.get('iss')).toBe(team.hub.url)
  })

  it('writes down who allowed which program what', async () => {
    const request = await openProgramRequest(team, { scope: 'keys:write music:read music:write' })
    const body = { accountId: team.accountId, permissions: ['music:write', 'music:read'] }
    expect((await askForRequest(team.owner, request, { step: '/allow', body })).status).toBe(200)
    expect(await team.newest('connection.allowed')).toMatchObject({
      actor: { type: 'user', id: await team.idOf(team.owner), name: 'The owner' },
      data: {
        connection: expect.stringMatching(/^con_/),
        client: 'spindle',
        name: 'spindle',
        scopes: 'keys:write music:read music:write',
      },
    })
  })
})
