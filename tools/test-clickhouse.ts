import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs the tests that need ClickHouse's own engine: `npm run test:clickhouse [-- FILTER]`. The engine is chdb, 546 MB
 * from the npm registry, which is no package of this project: it is installed once into a folder of temporary files, or
 * into the one that CLICKHOUSE_ENGINE names. Fails, and says so, where it cannot be had.
 */

const version = '3.4.0'
const engine = process.env.CLICKHOUSE_ENGINE || join(tmpdir(), `spindle-chdb-${version}`)
const tests = ['packages/server/test/clickhouse', 'packages/server/test/faults/ledger-kill.test.ts']

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env }).status === 0

function install(): boolean {
  if (existsSync(join(engine, 'node_modules/chdb'))) return true
  console.log(`Installing chdb ${version} (546 MB) into ${engine}`)
  mkdirSync(engine, { recursive: true })
  // Without a project of its own npm would look for one in the folders above.
  writeFileSync(join(engine, 'package.json'), '{ "private": true }\n')
  return run('npm', ['install', '--prefix', engine, '--no-audit', '--no-fund', '--ignore-scripts', `chdb@${version}`])
}

if (!install()) {
  console.error(
    `\nNOTHING WAS TESTED: chdb ${version} cannot be installed here, so no statement was run by ClickHouse.`,
  )
  process.exit(1)
}
const given = process.argv.slice(2)
const named = given.some((arg) => !arg.startsWith('-')) ? [] : tests
const isDone = run('npx', ['vitest', 'run', ...named, ...given], {
  ...process.env,
  CLICKHOUSE_ENGINE: engine,
})
process.exit(isDone ? 0 : 1)
