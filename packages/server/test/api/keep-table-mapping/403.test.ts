import { expect, it } from 'vitest'
import { openMappingAccount } from '../../harness/table-mappings.ts'

it('keepTableMapping refuses the 201st mapping of an account, and still replaces the others', async () => {
  const { keep, hub, fixture } = await openMappingAccount()
  await keep('m-1', { columns: { upc: 'A' } })
  await hub.opened.database.system.execute(
    `insert into table_mappings select account_id, 'm-' || i, mapping, created_at, updated_at
     from table_mappings, generate_series(2, 200) i where account_id = $1`,
    [fixture.account.accountId],
  )
  expect(await keep('m-201', { columns: { upc: 'A' } })).toMatchObject({
    status: 403,
    body: { error: 'quota_exceeded', quota: 'tableMappings', limit: 200, used: 200 },
  })
  expect((await keep('m-7', { columns: { upc: 'B' } })).status).toBe(200)
})
