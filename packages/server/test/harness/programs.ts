import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * Programs of the system that some tests use: independent implementations, shells, a browser. If one is missing, its
 * tests are skipped, and the run prints one line with the Debian package. With SPINDLE_TEST_PROGRAMS=required, as in
 * `.ci/run`, they fail.
 */

export const debianPackages = {
  bash: 'bash',
  caddy: 'caddy',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  chromium: 'chromium',
  curl: 'curl',
  faketime: 'faketime',
  ffmpeg: 'ffmpeg',
  'firefox-esr': 'firefox-esr',
  fish: 'fish',
  flac: 'flac',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  'node 20': 'nodejs',
  'node 24': 'nodejs',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
  // PostgreSQL installs its own programs in a folder that is not on the path.
  pg_lsclusters: 'postgresql',
  promtool: 'prometheus',
  psql: 'postgresql-client',
  radosgw: 'radosgw',
  script: 'bsdutils',
  sshd: 'openssh-server',
  strace: 'strace',
  'systemd-analyze': 'systemd',
  swift: 'python3-swift',
  zsh: 'zsh',
} as const

export type Program = keyof typeof debianPackages

const fileName = 'missing-programs'
const isRequired = process.env.SPINDLE_TEST_PROGRAMS === 'required'

/**
 * For `describe.skipIf(isMissing('ffmpeg'))`: whether the program is not on the path, or cannot be started with the
 * arguments given (a container may forbid what it does).
 */
export function isMissing(program: Program, ...trial: string[]): boolean {
  const onPath = spawnSync('sh', ['-c', 'command -v "$0"', program])
  const isUsable = onPath.status === 0 && (trial.length === 0 || spawnSync(program, trial).status === 0)
  if (!isUsable) noteMissing(program)
  return !isUsable
}

/** For programs that are found in another way: tests of this file that need the program are skipped, or fail. */
export function noteMissing(program: Program): void {
  if (isRequired)
    throw new Error(`${describe(program)}, and SPINDLE_TEST_PROGRAMS says that every program is required.`)
  appendFileSync(join(inject('run').folder, fileName), `${describe(program)}.\n`)
}

const describe = (program: Program): string =>
  `Tests were skipped because ${program} is missing (Debian package: ${debianPackages[program]})`

/** At the end of a run: one line for each missing program. */
export function reportMissingPrograms(folder: string): void {
  const path = join(folder, fileName)
  if (!existsSync(path)) return
  for (const line of new Set(readFileSync(path, 'utf8').trim().split('\n'))) console.warn(line)
}
