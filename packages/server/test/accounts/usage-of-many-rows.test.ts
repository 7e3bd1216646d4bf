import { beforeAll, describe, expect, it } from 'vitest'
import type { Sql } from '../../src/platform/database/sql.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase } from '../harness/hub.ts'

/**
 * How often the counters of an account are written: each write leaves a dead row version that later ones have to skip.
 */

describe('a transaction that changes many rows of an account', () => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await createTestDatabase()
    atEnd(() => opened.close())
    await opened.database.system.execute(`create table writes (account_id text not null)`)
    await opened.database.system.execute(
      `create function note_write() returns trigger language plpgsql as
       $$ begin insert into writes values (new.account_id); return null; end $$`,
    )
    await opened.database.system.execute(
      'create trigger note_write after insert or update on account_usage for each row execute function note_write()',
    )
  })

  const makeAccount = async (digit: string): Promise<string> => {
    const id = `acc_${digit.repeat(26)}`
    await opened.database.system.execute('insert into accounts (id, name) values ($1, $2)', [id, 'Label'])
    return id
  }
  const addUploads = (sql: Sql, accountId: string, [from, to]: readonly [number, number]): Promise<unknown> =>
    sql.execute(
      `insert into uploads (account_id, id, kind, size, received_bytes, status)
       select $1, 'upl_' || lpad(n::text, 26, '0'), 'audio', 10, 0, 'awaiting_data' from generate_series($2::int, $3::int) n`,
      [accountId, from, to],
    )
  const countWrites = async (accountId: string): Promise<number> => {
    const counted = `with gone as (delete from writes where account_id = $1 returning 1) select count(*)::int as n from gone`
    return (await opened.database.system.row<{ n: number }>(counted, [accountId]))?.n ?? 0
  }
  const readUsage = (accountId: string): Promise<object | undefined> =>
    opened.database.system.row(
      `select sum(open_uploads)::int as open, sum(stored_bytes)::int as bytes from account_usage where account_id = $1`,
      [accountId],
    )

  it('writes the counters twice, and once if one row changes', async () => {
    const accountId = await makeAccount('1')
    await opened.database.transaction((trx) => addUploads(trx, accountId, [1, 2_000]))
    expect(await countWrites(accountId)).toBe(2)
    expect(await readUsage(accountId)).toEqual({ open: 2_000, bytes: 20_000 })
    await opened.database.transaction((trx) => addUploads(trx, accountId, [2_001, 2_001]))
    expect(await countWrites(accountId)).toBe(1)
    expect(await readUsage(accountId)).toEqual({ open: 2_001, bytes: 20_010 })
    await opened.database.transaction((trx) =>
      trx.execute('delete from uploads where account_id = $1 and id < $2', [
        accountId,
        `upl_${'2000'.padStart(26, '0')}`,
      ]),
    )
    expect(await countWrites(accountId)).toBe(2)
    expect(await readUsage(accountId)).toEqual({ open: 2, bytes: 20 })
  })

  it('counts every account of a transaction', async () => {
    const [first, second] = [await makeAccount('2'), await makeAccount('3')]
    await opened.database.transaction(async (trx) => {
      await addUploads(trx, first, [3_001, 3_003])
      await addUploads(trx, second, [3_004, 3_005])
      await addUploads(trx, first, [3_006, 3_006])
    })
    expect(await readUsage(first)).toEqual({ open: 4, bytes: 40 })
    expect(await readUsage(second)).toEqual({ open: 2, bytes: 20 })
  })

  it('counts nothing of what is rolled back, and what comes after constraints were checked', async () => {
    const accountId = await makeAccount('4')
    await opened.database.transaction(async (trx) => {
      await addUploads(trx, accountId, [4_001, 4_002])
      await trx.execute('savepoint half')
      await addUploads(trx, accountId, [4_003, 4_009])
      await trx.execute('set constraints all immediate')
      await trx.execute('rollback to savepoint half')
      await trx.execute('set constraints all immediate')
      await addUploads(trx, accountId, [4_010, 4_012])
      await trx.execute('set constraints all deferred')
      await addUploads(trx, accountId, [4_013, 4_014])
    })
    expect(await readUsage(accountId)).toEqual({ open: 7, bytes: 70 })
  })

  it('writes no counters of an account that it erases', async () => {
    const accountId = await makeAccount('5')
    await addUploads(opened.database.system, accountId, [5_001, 5_500])
    await countWrites(accountId)
    await opened.database.transaction(async (trx) => {
      await trx.execute('set constraints all immediate')
      await trx.execute(`select set_config('spindle.erases_account', 'on', true)`)
      await trx.execute('delete from uploads where account_id = $1', [accountId])
    })
    expect(await countWrites(accountId)).toBe(0)
  })
})
