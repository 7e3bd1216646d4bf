import { expect, it } from 'vitest'
import type { Database, TenantTransaction } from '../../src/platform/database/sql.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { openReleaseHub, releasesPath } from '../harness/releases.ts'

const nameOf = (text: string): string => text.trim().split(/\s+/).slice(0, 3).join(' ')

/** The same database, recording the first words of every statement that runs in a tenant transaction. */
function recording<D extends Database>(database: D, statements: string[]): D {
  const recorded = (trx: TenantTransaction): TenantTransaction => {
    const noting =
      <A extends unknown[], R>(run: (text: string, ...rest: A) => R) =>
      (text: string, ...rest: A): R => {
        statements.push(nameOf(text))
        return run(text, ...rest)
      }
    return {
      ...trx,
      readRows: noting(trx.readRows) as typeof trx.readRows,
      readRow: noting(trx.readRow) as typeof trx.readRow,
      rows: noting(trx.rows) as typeof trx.rows,
      row: noting(trx.row) as typeof trx.row,
      execute: noting(trx.execute),
    }
  }
  return {
    ...database,
    tenantTransaction: (accountId, work) => database.tenantTransaction(accountId, (trx) => work(recorded(trx))),
  }
}

it('creates a draft with six statements, however many tracks it has', async () => {
  const opened = await createTestDatabase()
  const statements: string[] = []
  const database = recording(opened.database, statements)
  const { fixture } = await openReleaseHub({ overrides: { openDatabase: { ...opened, database } } })
  for (const trackCount of [1, 12]) {
    const body = await fixture.body({}, trackCount)
    statements.length = 0
    const answer = await fixture.post(releasesPath, body)
    expect(answer.status).toBe(201)
    expect(statements).toEqual([
      "select coalesce(d.defaults, '{}')",
      'select id, kind,',
      'with used as',
      'with recursive own',
      'with release as',
      'select r.id, r.status,',
    ])
    expect(answer.headers.get('etag')).toBe('"1.1"')
  }
})
