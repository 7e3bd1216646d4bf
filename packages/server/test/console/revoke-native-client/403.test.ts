import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('revokeNativeClient 403', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('is the answer to a member who neither made the client id nor owns the account', async () => {
    const { body } = await team.ask('POST', '/native-clients', { name: 'Editor' })
    for (const role of ['viewer', 'manager'] as const) {
      const member = await team.join(role, role)
      expect(await team.ask('DELETE', `/native-clients/${body.id}`, undefined, member)).toMatchObject({
        status: 403,
        body: {
          error: 'role_insufficient',
          role,
          detail: 'The owner created this client id. Ask them, or an owner of the account, to revoke it.',
        },
      })
    }
    expect((await team.ask('GET', '/native-clients')).body.data).toEqual([body])
  })
})
