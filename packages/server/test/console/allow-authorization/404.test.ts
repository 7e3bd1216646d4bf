import { beforeAll, describe, expect, it } from 'vitest'
import { askForRequest, type OpenedRequest } from '../../harness/authorization.ts'
import { openProgramRequest, unknownRequest } from '../../harness/program-requests.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('allowAuthorization 404', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })
  const ask = (request: OpenedRequest) =>
    askForRequest(team.owner, request, {
      step: '/allow',
      body: { accountId: team.accountId, permissions: ['music:read'] },
    })
  const notFound = { status: 404, body: { error: 'authorization_request_not_found' } }

  it('finds a request only in the browser in which it began', async () => {
    const request = await openProgramRequest(team)
    expect(await ask({ ...request, cookies: '' })).toMatchObject(notFound)
    expect((await ask(request)).status).toBe(200)
  })

  it('finds no request that was answered', async () => {
    const request = await openProgramRequest(team)
    expect((await askForRequest(team.owner, request, { step: '/refuse' })).status).toBe(200)
    expect(await ask(request)).toMatchObject(notFound)
  })

  it.each([unknownRequest, 'short'])('finds no request under %s, whatever the browser keeps', async (uid) => {
    const { cookies, ...request } = await openProgramRequest(team)
    const renamed = cookies.replaceAll(request.uid, uid)
    expect(await ask({ ...request, uid, cookies: renamed })).toMatchObject(notFound)
  })

  it('reveals nothing about accounts the person does not belong to', async () => {
    const other = await sharedTeam()
    const request = await openProgramRequest(team)
    const body = { accountId: other.accountId, permissions: ['music:read'] }
    expect(await askForRequest(team.owner, request, { step: '/allow', body })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
    expect(await other.newest('connection.allowed')).toBeUndefined()
  })
})
