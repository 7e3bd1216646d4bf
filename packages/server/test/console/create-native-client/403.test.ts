import { maxNativeClients } from '@spindle/contract/console'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTeam, sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('createNativeClient 403', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  const fill = (count: number) =>
    team.hub.opened.database.system.execute(
      `insert into native_clients (account_id, id, name, made_by, made_by_name, created_at)
       select $1, 'nac_' || lpad(n::text, 26, '0'), 'filler', 'usr_x', 'Filler', now() from generate_series(1, $2) n`,
      [team.accountId, count],
    )

  it('is the answer beyond the limit of the account, also for two requests at once, and of no other account', async () => {
    const other = await createTeam(team.hub, 'Other Label')
    await fill(maxNativeClients - 1)
    const create = () => team.ask('POST', '/native-clients', { name: 'one more' })
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 403])
    expect(await create()).toMatchObject({
      status: 403,
      body: {
        error: 'quota_exceeded',
        quota: 'native_clients',
        limit: maxNativeClients,
        used: maxNativeClients,
        detail: expect.stringContaining('Revoke one that you do not need'),
      },
    })
    expect((await other.ask('POST', '/native-clients', { name: 'elsewhere' })).status).toBe(201)
    const { data } = (await team.ask('GET', '/native-clients?limit=1')).body
    expect((await team.ask('DELETE', `/native-clients/${data[0].id}`)).status).toBe(204)
    expect((await create()).status).toBe(201)
  })
})
