import { beforeAll, describe, expect, it } from 'vitest'
import { requestToken } from '../../harness/accounts.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('revokeServiceClient 204', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('refuses further tokens to the client', async () => {
    const { body: client } = await team.ask('POST', '/service-clients', { name: 'nightly import' })
    await requestToken(team.hub, client)
    const path = `/service-clients/${client.clientId}`
    expect(await team.ask('DELETE', path)).toMatchObject({ status: 204, body: '' })
    await expect(requestToken(team.hub, client)).rejects.toThrow('invalid_client')
    const { data } = (await team.ask('GET', '/service-clients')).body
    expect(data.find(({ id }: { id: string }) => id === client.clientId).revokedAt).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/)
    expect(await team.newest('service_client.revoked')).toMatchObject({
      actor: { type: 'user', name: 'The owner' },
      data: { client: client.clientId, name: 'nightly import' },
    })
  })
})
