import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChangelogFaults } from './changelog-faults.ts'

/** What keeps this checkout from being released, each with the fix. */
export function findReleaseFaults(root: string): readonly string[] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  return [
    ...(git(root, 'status', '--porcelain') === ''
      ? []
      : ['There are changes that are not committed. Fix: commit them.']),
    ...(git(root, 'tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)
      ? []
      : [`This commit has no tag v${version}. Fix: git tag v${version}.`]),
    ...findChangelogFaults(changelog, version),
  ]
}

function git(root: string, ...args: readonly string[]): string {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
}
