import { describe, expect, it } from 'vitest'
import { sharedTeam } from '../../harness/shared-team.ts'

describe('getMemberAccess 200', () => {
  it('names what a member made and what waits in the name of that member, and nothing of others', async () => {
    const team = await sharedTeam()
    const [maker, other] = [await team.join('owner', 'maker'), await team.join('manager', 'other')]
    const made = await team.ask('POST', '/invitations', { email: 'new@member-access.example', role: 'viewer' }, maker)
    expect(await team.ask('GET', `/members/${await team.idOf(maker)}/access`)).toMatchObject({
      status: 200,
      body: {
        keys: [],
        clients: [],
        nativeClients: [],
        webhooks: [],
        programs: [],
        invitations: [{ id: made.body.id, name: 'new@member-access.example' }],
      },
    })
    expect((await team.ask('GET', `/members/${await team.idOf(other)}/access`)).body.invitations).toEqual([])
  })
})
