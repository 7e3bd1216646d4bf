import { beforeAll, describe, expect, it } from 'vitest'
import { requestToken } from '../../harness/accounts.ts'
import { sharedTeam, type Team, unknownId } from '../../harness/shared-team.ts'

describe('revokeServiceClient 404', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('finds no client under an unknown id, under a cut one, or of another account', async () => {
    const other = await sharedTeam()
    const { body: client } = await other.ask('POST', '/service-clients', { name: 'nightly import' })
    for (const id of [`cli_${unknownId}`, 'cli_1', client.clientId])
      expect(await team.ask('DELETE', `/service-clients/${id}`), id).toMatchObject({
        status: 404,
        body: { error: 'service_client_not_found' },
      })
    await requestToken(team.hub, client)
  })
})
