import { beforeAll, describe, expect, it } from 'vitest'
import { rollups } from '../../src/features/plays/rollups/choose-rollup.ts'
import type { AccountId } from '../../src/platform/values/ids.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

const tables = [...Object.values(rollups).flatMap(({ days, months }) => [days, months]), 'play_series', 'report_cells']

/** Row-level security of tables that are read by the hundred thousand rows. */
describe('the wall around roll-ups', () => {
  let hub: TestHub
  const accounts: AccountId[] = []
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    while (accounts.length < 2) accounts.push((await createTestAccount(hub)).accountId)
    for (const accountId of accounts)
      await hub.opened.database.system.execute(
        `insert into play_track_days (account_id, series, day, streams, timed, played_ms)
         select $1, series, '2026-05-01', 1, 0, 0 from generate_series(1, 3) series`,
        [accountId],
      )
  })

  it.each(tables)('asks once a statement, and not at every row of %s, whose it is', async (table) => {
    const plan = await hub.opened.database.system.rows<{ 'QUERY PLAN': string }>(`explain select from ${table}`)
    const filters = plan.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Filter:'))
    expect(filters.join()).toContain('InitPlan')
    expect(filters.join()).not.toContain('current_setting')
  })

  it('lets an account see only its own rows, even if a statement does not filter by account', async () => {
    const seen = (accountId: AccountId) =>
      hub.opened.database.tenantTransaction(accountId, (trx) =>
        trx.rows(`select account_id as whose, count(*)::int as rows from play_track_days where $1 <> '' group by 1`),
      )
    for (const accountId of accounts) expect(await seen(accountId)).toEqual([{ whose: accountId, rows: 3 }])
  })
})
