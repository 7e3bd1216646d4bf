import { AppError } from '@spindle/contract'
import { expect, it } from 'vitest'
import { silentLog } from '../../logging/log.ts'
import type { AccountId } from '../../values/ids.ts'
import { type Sql, type Tenant, tenantSql } from '../sql.ts'
import { readsFrom } from './standby-reads.ts'

const accountId = 'acc_00000000000000000000000AAA'
const text = 'select $1'

/** Returns its name, or the result of `answer`; queries about the state of the standby get a good result. */
function server(name: string, answer: () => unknown[] = () => [name]) {
  const rows = async (asked: string): Promise<unknown[]> =>
    asked === text ? answer() : [{ follows: true, identity: 'one', replayedMs: 0 }]
  const system: Sql = {
    readRows: async <R>(asked: string) => (await rows(asked)) as R[],
    readRow: async <R>(asked: string) => (await rows(asked))[0] as R | undefined,
    rows: async <R>(asked: string) => (await rows(asked)) as R[],
    row: async <R>(asked: string) => (await rows(asked))[0] as R | undefined,
    execute: async () => answer().length,
  }
  return { system, tenant: (id: AccountId): Tenant => tenantSql(system, id) }
}

const failure = (code: 'database_unavailable' | 'overloaded', cause: string) =>
  new AppError(code, { cause: Object.assign(new Error(), { code: cause }) })

function readsBehind(error: AppError) {
  let isBroken = true
  const standby = server('standby', () => {
    if (isBroken) throw error
    return ['standby']
  })
  const database = server('primary')
  const reads = readsFrom({ database, standby, clock: { now: () => 60_000 }, log: silentLog })
  const repair = (): void => {
    isBroken = false
  }
  return { begin: () => reads.of(database.tenant(accountId)), repair }
}

it.each([
  ['is ended by what the standby replays', failure('overloaded', '40001')],
  ['finds the standby gone', failure('database_unavailable', 'ECONNREFUSED')],
])('a question that %s is asked of the primary, and goes on there', async (_, error) => {
  const { begin, repair } = readsBehind(error)
  const question = begin()
  expect(await question.readRows(text)).toEqual(['primary'])
  repair()
  expect(await question.readRows(text)).toEqual(['primary'])
  expect(await begin().readRows(text)).toEqual(['standby'])
})

it('does not repeat a query that takes too long', async () => {
  const { begin } = readsBehind(failure('overloaded', '57014'))
  await expect(begin().readRows(text)).rejects.toMatchObject({ code: 'overloaded' })
})

it('a change is made at the primary, and what is asked after it too', async () => {
  const asked: string[] = []
  const named = (name: string) =>
    server(name, () => {
      asked.push(name)
      return [name]
    })
  const primary = named('primary')
  const reads = readsFrom({
    database: primary,
    standby: named('standby'),
    clock: { now: () => 60_000 },
    log: silentLog,
  })
  const question = reads.of(primary.tenant(accountId))
  expect(await question.readRow(text)).toBe('standby')
  expect(await question.rows(text)).toEqual(['primary'])
  expect(await question.readRow(text)).toBe('primary')
  expect([await question.row(text), await question.execute(text)]).toEqual(['primary', 1])
})
