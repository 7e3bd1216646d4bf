import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const version = '3.4.0'
const folder = process.env.CLICKHOUSE_ENGINE || join(tmpdir(), `spindle-chdb-${version}`)

/** What is tested against, with its version. */
export const chdb = `chdb ${version}`

/**
 * ClickHouse's own engine as a library, 546 MB from the npm registry, which is not a package of this project: installs
 * it once into a folder of temporary files, or into the one that CLICKHOUSE_ENGINE names. Answers the folder; undefined
 * where it cannot be had.
 */
export function installChdb(): string | undefined {
  if (existsSync(join(folder, 'node_modules/chdb'))) return folder
  console.log(`Installing ${chdb} (546 MB) into ${folder}`)
  mkdirSync(folder, { recursive: true })
  // Without its own project npm would look for one in the folders above.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts']
  const { status } = spawnSync('npm', ['install', ...options, `chdb@${version}`], { stdio: 'inherit' })
  return status === 0 ? folder : undefined
}
