import { spawnSync } from 'node:child_process'
import { chdb, installChdb } from './chdb/install-chdb.ts'

/**
 * Runs the tests that need ClickHouse's own engine: `npm run test:clickhouse [-- FILTER]`. Fails, with a message, if it
 * cannot be had.
 */

const tests = ['packages/server/test/clickhouse', 'packages/server/test/faults/ledger-kill.slow.test.ts']

const engine = installChdb()
if (engine === undefined) {
  console.error(`\nNOTHING WAS TESTED: ${chdb} cannot be installed here, so no statement was run by ClickHouse.`)
  process.exit(1)
}
const given = process.argv.slice(2)
const named = given.some((arg) => !arg.startsWith('-')) ? [] : tests
const { status } = spawnSync('npx', ['vitest', 'run', ...named, ...given], {
  stdio: 'inherit',
  env: { ...process.env, CLICKHOUSE_ENGINE: engine },
})
process.exit(status ?? 1)
