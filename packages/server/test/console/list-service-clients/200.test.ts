import { beforeAll, describe, expect, it } from 'vitest'
import { requestToken } from '../../harness/accounts.ts'
import { createTeam, sharedTickingHub, type Team } from '../../harness/shared-team.ts'

describe('listServiceClients 200', () => {
  let team: Team
  const ids: string[] = []
  beforeAll(async () => {
    team = await createTeam(await sharedTickingHub())
    const other = await createTeam(team.hub, 'Other Label')
    await other.ask('POST', '/service-clients', { name: 'of others' })
    for (const name of ['nightly import', 'weekly export']) {
      const { body } = await team.ask('POST', '/service-clients', { name })
      ids.unshift(body.clientId)
      await requestToken(team.hub, body)
    }
  })

  it('shows the clients of the account, newest first, revoked ones too, and no secret', async () => {
    await team.ask('DELETE', `/service-clients/${ids[1]}`)
    const { status, body } = await team.ask('GET', '/service-clients')
    expect(status).toBe(200)
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/)
    expect(body).toEqual({
      data: [
        { id: ids[0], name: 'weekly export', createdAt: instant, revokedAt: null },
        { id: ids[1], name: 'nightly import', createdAt: instant, revokedAt: instant },
        // Every account of a test has one.
        { id: expect.stringMatching(/^cli_/), name: 'Night Label client', createdAt: instant, revokedAt: null },
      ],
    })
  })
})
