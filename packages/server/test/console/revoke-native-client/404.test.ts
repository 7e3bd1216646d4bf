import { beforeAll, describe, expect, it } from 'vitest'
import { createTeam, sharedTeam, type Team, unknownId } from '../../harness/shared-team.ts'

describe('revokeNativeClient 404', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('finds no client id that is unknown, cut, of another account, or revoked', async () => {
    const other = await createTeam(team.hub, 'Other Label')
    const { body: foreign } = await other.ask('POST', '/native-clients', { name: 'of others' })
    const { body: gone } = await team.ask('POST', '/native-clients', { name: 'gone' })
    await team.ask('DELETE', `/native-clients/${gone.id}`)
    for (const id of [`nac_${unknownId}`, 'nac_1', foreign.id, gone.id])
      expect(await team.ask('DELETE', `/native-clients/${id}`), id).toMatchObject({
        status: 404,
        body: { error: 'native_client_not_found' },
      })
    expect((await other.ask('GET', '/native-clients')).body.data).toEqual([foreign])
  })
})
