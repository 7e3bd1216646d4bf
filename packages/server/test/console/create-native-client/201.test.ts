import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('createNativeClient 201', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('gives any member a client id with the name of a program, and names both in the activity', async () => {
    const viewer = await team.join('viewer', 'viewer')
    const { status, body } = await team.ask('POST', '/native-clients', { name: ' Claude on my laptop ' }, viewer)
    expect(status).toBe(201)
    const madeBy = { id: await team.idOf(viewer), name: 'The viewer' }
    expect(body).toEqual({
      id: expect.stringMatching(/^nac_[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'Claude on my laptop',
      madeBy,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    })
    expect((await team.ask('GET', '/native-clients')).body.data).toEqual([body])
    expect(await team.newest('native_client.created')).toMatchObject({
      actor: { type: 'user', ...madeBy },
      data: { client: body.id, name: 'Claude on my laptop' },
    })
  })
})
