import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('revokeNativeClient 204', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('removes a client id for the member who made it, and for an owner, and names both in the activity', async () => {
    const viewer = await team.join('viewer', 'viewer')
    for (const by of [viewer, team.owner]) {
      const { body } = await team.ask('POST', '/native-clients', { name: 'Editor' }, viewer)
      const kept = (await team.ask('POST', '/native-clients', { name: 'Kept' })).body
      const revoked = await team.ask('DELETE', `/native-clients/${body.id}`, undefined, by)
      expect(revoked).toMatchObject({ status: 204, body: '' })
      const { data } = (await team.ask('GET', '/native-clients')).body
      expect(data.map(({ id }: { id: string }) => id)).toContain(kept.id)
      expect(data.map(({ id }: { id: string }) => id)).not.toContain(body.id)
      expect(await team.newest('native_client.revoked')).toMatchObject({
        actor: { type: 'user', id: await team.idOf(by) },
        data: { client: body.id, name: 'Editor' },
      })
    }
  })
})
