import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('updateAccount 200', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('renames the account and no other one, and writes down who did', async () => {
    const other = await sharedTeam()
    expect(await team.ask('PATCH', '', { name: ' Day Label ' })).toMatchObject({
      status: 200,
      body: { id: team.accountId, name: 'Day Label' },
    })
    const nameOf = async (person: Team['owner']) =>
      (await person.ask('GET', '/console/api/session')).body.memberships[0].accountName
    expect(await nameOf(team.owner)).toBe('Day Label')
    expect(await nameOf(other.owner)).toBe('Night Label')
    expect(await team.newest('account.renamed')).toMatchObject({
      actor: { type: 'user', name: 'The owner' },
      data: { from: 'Night Label', to: 'Day Label' },
    })
  })

  it('records nothing if the name stays', async () => {
    const { ask, newest } = await sharedTeam()
    expect((await ask('PATCH', '', { name: 'Night Label' })).body.name).toBe('Night Label')
    expect(await newest('account.renamed')).toBeUndefined()
  })

  it('takes no name of blanks', async () => {
    const { ask, owner } = await sharedTeam()
    expect((await ask('PATCH', '', { name: ' ' })).body.error).toBe('validation_failed')
    expect((await owner.ask('GET', '/console/api/session')).body.memberships[0].accountName).toBe('Night Label')
  })
})
