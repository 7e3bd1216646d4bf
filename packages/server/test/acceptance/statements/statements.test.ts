import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'
import { readStatements, type Statement } from './read-statements.ts'

/**
 * The method that runs a statement determines how it is treated (platform/database/sql.ts). This test parses the SQL to
 * check that they match: a `readRow` that writes would run twice after a lost connection.
 */

/** Words by which a statement changes or locks rows. */
const changes =
  /\b(insert\s+into|delete\s+from|merge\s+into|update\s+(only\s+)?[\w.]+(\s+\w+)?\s+set|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share|truncate)\b/i

/** Volatile only because each call may return something else. */
const harmless: readonly string[] = [
  'clock_timestamp',
  'gen_random_uuid',
  'pg_control_system',
  'pg_current_wal_lsn',
  'pg_is_in_recovery',
  'pg_last_xact_replay_timestamp',
  'random',
]

/** Files whose calls contain no SQL: they pass on other statements, or read a copy. */
const withoutSql: ReadonlySet<string> = new Set([
  'platform/database/copy/copy-in.ts',
  'platform/database/postgres.ts',
  'platform/database/standby/standby-reads.ts',
])

const reads = ({ method }: Statement): boolean => method === 'readRows' || method === 'readRow'
const placeOf = ({ place }: Statement): string => place
const fileOf = ({ place }: Statement): string => place.replace(/:\d+$/, '')

describe('statements', () => {
  // Binds the account, and uses the text only in an error.
  const all = readStatements().filter((statement) => fileOf(statement) !== 'platform/database/sql.ts')
  const statements = all.filter(({ sql }) => sql.trim() !== '')
  let hub: TestHub
  beforeAll(async () => {
    hub = await sharedHub()
  })

  /** The called functions that may change or lock something. */
  async function findWriters(): Promise<ReadonlySet<string>> {
    const called = statements.flatMap(({ sql }) => [...sql.matchAll(/\b(\w+)\s*\(/g)].map(([, name = '']) => name))
    const rows = await hub.opened.database.system.readRows<{ name: string }>(
      `select distinct proname as name from pg_proc where provolatile = 'v' and proname = any($1)`,
      [[...new Set(called)]],
    )
    return new Set(rows.map(({ name }) => name).filter((name) => !harmless.includes(name)))
  }

  const writes = ({ sql }: Statement, writers: ReadonlySet<string>): boolean =>
    changes.test(sql) || [...sql.matchAll(/\b(\w+)\s*\(/g)].some(([, name = '']) => writers.has(name))

  it('are found with their SQL', () => {
    const empty = all.filter(({ sql }) => sql.trim() === '')
    expect(new Set(empty.map(fileOf))).toEqual(withoutSql)
  })

  it('that are sent again after a lost connection write nothing, nor do the functions they call', async () => {
    const writers = await findWriters()
    expect(statements.filter(reads).length).toBeGreaterThan(250)
    expect([...writers].sort()).toEqual([
      'pg_advisory_xact_lock',
      'pg_advisory_xact_lock_shared',
      'pg_try_advisory_xact_lock',
      'set_config',
    ])
    const wrong = statements.filter((statement) => reads(statement) && writes(statement, writers))
    expect(wrong.map(placeOf)).toEqual([])
  })

  it('that only read are sent again after a lost connection', async () => {
    const writers = await findWriters()
    const once = statements.filter((statement) => !reads(statement) && !fileOf(statement).includes('/clickhouse/'))
    expect(once.length).toBeGreaterThan(40)
    expect(once.filter((statement) => !writes(statement, writers)).map(placeOf)).toEqual([])
  })
})
