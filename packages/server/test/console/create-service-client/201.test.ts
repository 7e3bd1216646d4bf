import { beforeAll, describe, expect, it } from 'vitest'
import { requestToken } from '../../harness/accounts.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('createServiceClient 201', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('makes a client that gets tokens of this account, and shows its secret once', async () => {
    const { status, body } = await team.ask('POST', '/service-clients', { name: ' nightly import ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      clientId: expect.stringMatching(/^cli_[0-9A-HJKMNP-TV-Z]{26}$/),
      clientSecret: expect.stringMatching(/^spcs_[0-9A-Za-z]{38}$/),
    })
    const bearer = await requestToken(team.hub, body)
    const made = await team.hub.json('POST', '/api/v1/distributor/keys', {
      bearer,
      body: { name: 'import', permissions: ['music:read'] },
    })
    expect(made.status).toBe(201)
    const keys = await team.owner.ask('GET', `/console/a/${team.accountId}/api/v1/distributor/keys`)
    expect(keys.body.data.map(({ id }: { id: string }) => id)).toContain(made.body.id)
    const list = (await team.ask('GET', '/service-clients')).body
    expect(list.data).toContainEqual(expect.objectContaining({ id: body.clientId, name: 'nightly import' }))
    expect(await team.newest('service_client.created')).toMatchObject({
      actor: { type: 'user', name: 'The owner' },
      data: { client: body.clientId, name: 'nightly import' },
    })
    const activity = (await team.ask('GET', '/activity?limit=100')).body
    expect(JSON.stringify([list, activity])).not.toContain(body.clientSecret)
  })

  it('takes no name of blanks', async () => {
    const before = (await team.ask('GET', '/service-clients')).body
    expect((await team.ask('POST', '/service-clients', { name: ' ' })).body.error).toBe('validation_failed')
    expect((await team.ask('GET', '/service-clients')).body).toEqual(before)
  })
})
