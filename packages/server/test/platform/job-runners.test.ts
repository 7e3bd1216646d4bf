import { beforeAll, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})

it('works on plays while every worker for uploads is busy', async () => {
  const { database } = hub.opened
  const { accountId } = await createTestAccount(hub)
  const ids = Array.from({ length: 4 }, (_, index) => `upl_0000000000000000000000000${index}`)
  const countJobs = async (task: string): Promise<number | undefined> =>
    (
      await database.system.row<{ count: number }>(
        'select count(*) as count from graphile_worker.jobs where task_identifier = $1',
        [task],
      )
    )?.count
  await database.tenantTransaction(accountId, async (trx) => {
    for (const id of ids)
      await trx.execute(
        `insert into uploads (account_id, id, kind, size, sha256, status)
         values ($1, $2, 'audio', 0, sha256(''), 'received')`,
        [id],
      )
  })
  await database.tenantTransaction(accountId, async (trx) => {
    // The analysis of one of them waits for this transaction, and then finds nothing to do.
    await trx.execute(`update uploads set status = 'expired' where account_id = $1`)
    for (const id of ids)
      await database.system.execute(`select graphile_worker.add_job('analyseUpload', $1::json)`, [
        JSON.stringify({ accountId, id }),
      ])
    await database.system.execute(`select graphile_worker.add_job('foldPlays', '{}')`)
    await eventually(async () => (await countJobs('foldPlays')) === 0 || undefined, {
      what: 'the plays to be folded',
    })
    expect(await countJobs('analyseUpload')).toBe(4)
  })
  await eventually(async () => (await countJobs('analyseUpload')) === 0 || undefined, { what: 'the uploads' })
})
