import { expect, it } from 'vitest'
import { openTransferAccount } from '../../harness/transfers.ts'

it('createTransfer refuses the 21st transfer of an account, and only of this account', async () => {
  const { bring, hub, fixture } = await openTransferAccount()
  await hub.opened.database.system.execute(
    `insert into transfers (account_id, id, name, distributor, deadline, status, outlet_ids, stored_bytes, created_at)
     select $1, 'trf_' || lpad(n::text, 26, '0'), 'Move', 'Old', '2030-01-01', 'ready', '{sandbox}', 0, now()
     from generate_series(1, 20) n`,
    [fixture.account.accountId],
  )
  expect(await bring('upc\n')).toMatchObject({
    status: 403,
    body: {
      error: 'quota_exceeded',
      detail: 'The account can have at most 20 transfers and has 20. Delete one that is over.',
      quota: 'transfers',
      limit: 20,
      used: 20,
    },
  })
  expect((await (await openTransferAccount()).bring('upc\n')).status).toBe(202)
})
