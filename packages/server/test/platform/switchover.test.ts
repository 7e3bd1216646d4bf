import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { repeatable } from '../../src/platform/database/sql.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createFragileDatabase } from '../harness/database-proxy.ts'
import { eventually } from '../harness/eventually.ts'
import { interruptedCommits } from '../harness/interrupted-commit.ts'

/** What ends with a connection, as in a switchover, and what is repeated. */

const accountId = 'acc_00000000000000000000000AAA'

describe('a connection that is lost', async () => {
  const opened = await createFragileDatabase()
  atEnd(() => opened.close())
  const { database, direct } = opened
  const { system } = direct.database
  await system.execute('insert into accounts (id, name) values ($1, $2)', [accountId, 'An account'])
  await system.execute('create table marks (name text not null)')
  const { waitText, waitAfter, interrupt, endSession, cutUntil } = await interruptedCommits(opened)
  await waitAfter('marks_wait', 'insert on marks')

  const marks = async (name: string): Promise<number> =>
    (await system.rows('select from marks where name = $1', [name])).length
  const cut = (): Promise<void> => cutUntil(async () => true)
  const cutUntilMarked = (name: string) => () => cutUntil(async () => (await marks(name)) === 1)

  const mark = 'insert into marks (name) values ($1)'
  await system.execute(`create function put_mark(mark text) returns int language sql
    as $$ insert into marks (name) values (mark) returning 1 $$`)
  const select = 'select put_mark($1) as marked'
  const read = `select ${waitText}, $1 as answer`

  it.each([
    ['says that it ends', endSession],
    ['says nothing', cut],
  ])('reading is done again when the server %s', async (_, fault) => {
    const row = await interrupt(() => database.system.readRow(read, ['here']), fault)
    expect(row).toMatchObject({ answer: 'here' })
  })

  it('repeats a single change once if the server reports that it ends', async () => {
    expect(await interrupt(() => database.system.execute(mark, ['told']), endSession)).toBe(1)
    expect(await marks('told')).toBe(1)
  })

  it('does not repeat a single change if the connection was lost without an error', async () => {
    const change = interrupt(() => database.system.execute(mark, ['untold']), cutUntilMarked('untold'))
    await expect(change).rejects.toMatchObject({ code: 'database_unavailable' })
    // PostgreSQL executes it after the hub has given up.
    await expect.poll(() => marks('untold')).toBe(1)
  })

  it.each(['row', 'rows', 'execute'] as const)(
    'a function that writes, called by a select through %s, is not called again when nothing was said',
    async (method) => {
      const change = interrupt(() => database.system[method](select, [method]), cutUntilMarked(method))
      await expect(change).rejects.toMatchObject({ code: 'database_unavailable' })
      await expect.poll(() => marks(method)).toBe(1)
    },
  )

  it('a function that writes is called again when it may happen twice', async () => {
    const call = () => database.system.row(select, ['called twice'], repeatable)
    expect(await interrupt(call, cutUntilMarked('called twice'))).toEqual({ marked: 1 })
    expect(await marks('called twice')).toBe(2)
  })

  it('repeats a change that may be done twice if the connection was lost without an error', async () => {
    const change = () => database.system.execute(mark, ['twice'], repeatable)
    expect(await interrupt(change, cutUntilMarked('twice'))).toBe(1)
    expect(await marks('twice')).toBe(2)
  })

  it('a transaction runs again from its beginning when it had not asked for the commit', async () => {
    let runs = 0
    let hooks = 0
    const transact = () =>
      database.tenantTransaction(accountId, async (trx) => {
        runs++
        trx.afterCommit(() => void hooks++)
        await trx.transaction.row(read, [''])
        await trx.transaction.execute(mark, ['before the commit'])
        return 'done'
      })
    expect([await interrupt(transact, cut), runs, hooks]).toEqual(['done', 2, 1])
    expect(await marks('before the commit')).toBe(1)
  })

  it('repeats a commit if the server reports that it did not happen', async () => {
    let runs = 0
    const transact = () =>
      database.transaction(async (trx) => {
        runs++
        await trx.execute(mark, ['at the commit'])
      })
    await interrupt(transact, endSession)
    expect([runs, await marks('at the commit')]).toEqual([2, 1])
  })

  it('a commit with an unknown outcome is not repeated', async () => {
    const transact = () => database.transaction((trx) => trx.execute(mark, ['unknown']))
    await expect(interrupt(transact, cutUntilMarked('unknown'))).rejects.toMatchObject({ code: 'database_unavailable' })
    // PostgreSQL makes it after the hub has given up.
    await expect.poll(() => marks('unknown')).toBe(1)
  })

  it('a transaction that finds out what it has done runs again after such a commit', async () => {
    const work = (): Promise<string> =>
      database.tenantTransaction(
        accountId,
        async (trx) => {
          if (await trx.transaction.row('select from marks where name = $1', ['known'])) return 'found'
          await trx.transaction.execute(mark, ['known'])
          return 'made'
        },
        { isRepeatable: true },
      )
    expect([await interrupt(work, cutUntilMarked('known')), await marks('known')]).toEqual(['found', 1])
  })

  it('is not made again to a standby', async () => {
    const name = pg.escapeIdentifier(direct.connection.database ?? '')
    await system.execute('create schema follower')
    await system.execute('create sequence follower.asked')
    await system.execute(`create function follower.pg_is_in_recovery() returns boolean language sql
      as $$ select nextval('follower.asked') > 0 $$`)
    await system.execute(`alter database ${name} set search_path = follower, pg_catalog, public`)
    opened.cut()
    opened.restore()
    let isAnswered = false
    const asked = database.system.readRow(`select current_setting('search_path') as path`).finally(() => {
      isAnswered = true
    })
    const isRefused = () => system.row('select 1 from follower.asked where is_called')
    await eventually(async () => isAnswered || (await isRefused()), { what: 'a connection' })
    await system.execute(`alter database ${name} reset search_path`)
    expect(await asked).toEqual({ path: '"$user", public' })
  })
})
