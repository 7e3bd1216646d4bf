import { spawnSync } from 'node:child_process'
import { chdb, installChdb } from './chdb/install-chdb.ts'

/**
 * Asks each ledger of plays for the same literal answers, and then sends it every play twice in an order of chance while
 * nodes and their worker are killed: `npm run test:plays`. PLAYS_EVENTS says how many plays, KILL_ROUNDS how many kills,
 * FAULT_SEED makes a run again. Fails, with a message, if ClickHouse's engine cannot be installed; the others are
 * tested.
 */

const engine = installChdb()
const environment = { PLAYS_EVENTS: '20000', KILL_ROUNDS: '6', ...process.env, CLICKHOUSE_ENGINE: engine ?? '' }
const test = (...files: readonly string[]): boolean => {
  const options = ['--disable-console-intercept', ...process.argv.slice(2)]
  return spawnSync('npx', ['vitest', 'run', ...files, ...options], { stdio: 'inherit', env: environment }).status === 0
}

const ledgers = [
  'plays/pg-ledger',
  'plays/lake-ledger',
  ...(engine === undefined ? [] : ['clickhouse/clickhouse-ledger']),
]
const areAlike = test(...ledgers.map((name) => `packages/server/test/${name}.test.ts`))
const areExact = test('packages/server/test/faults/ledger-kill.slow.test.ts')
if (engine === undefined) console.error(`\nNOTHING WAS TESTED OF CLICKHOUSE: ${chdb} cannot be installed here.`)
process.exit(areAlike && areExact && engine !== undefined ? 0 : 1)
