import { beforeAll, describe, expect, it } from 'vitest'
import { askForRequest, goOn } from '../../harness/authorization.ts'
import { openProgramRequest } from '../../harness/program-requests.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('refuseAuthorization 200', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('answers the address at which the browser continues, with the refusal for the client', async () => {
    const request = await openProgramRequest(team)
    const answer = await askForRequest(team.owner, request, { step: '/refuse' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ returnTo: `${team.hub.url}/oauth/authorize/${request.uid}` })
    const callback = await goOn(request, answer.body.returnTo)
    expect(callback.host).toBe('127.0.0.1:49152')
    expect(callback.searchParams.get('error')).toBe('access_denied')
    expect(callback.searchParams.get('code')).toBeNull()
    expect(await team.newest('connection.allowed')).toBeUndefined()
  })
})
