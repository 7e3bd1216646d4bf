import { describe, expect, it } from 'vitest'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam } from '../../harness/shared-team.ts'

describe('getPersonAccess 200', () => {
  it('lists what a person made, by account', async () => {
    const team = await sharedTeam()
    const operator = await sharedOperator()
    const path = async () => `/console/api/operator/people/${await team.idOf(team.owner)}/access`
    expect(await operator.ask('GET', await path())).toMatchObject({ status: 200, body: { data: [] } })
    const { clientId } = (await team.ask('POST', '/service-clients', { name: 'nightly import' })).body
    expect((await operator.ask('GET', await path())).body).toEqual({
      data: [
        {
          accountId: team.accountId,
          accountName: 'Night Label',
          keys: [],
          clients: [{ id: clientId, name: 'nightly import' }],
          nativeClients: [],
          webhooks: [],
          programs: [],
          invitations: [],
        },
      ],
    })
  })
})
