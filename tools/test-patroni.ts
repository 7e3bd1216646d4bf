import { spawnSync } from 'node:child_process'

/**
 * Kills the leader of a replicated PostgreSQL under a hub of several nodes: `npm run test:patroni`. PATRONI_SWITCHOVERS and
 * PATRONI_KILLS say how often, PATRONI_RATE how many requests a second. Needs programs of Debian that nothing else needs;
 * fails, and names them, where one is missing.
 */

const programs = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  // It puts its other programs into a folder that is not on the path.
  pg_lsclusters: 'postgresql',
  pgbouncer: 'pgbouncer',
} as const

const missing = Object.entries(programs)
  .filter(([program]) => spawnSync('sh', ['-c', 'command -v "$0"', program]).status !== 0)
  .map(([, name]) => name)
if (missing.length > 0) {
  console.error(`NOTHING WAS TESTED: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', 'packages/server/test/patroni', '--disable-console-intercept', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, PATRONI: '1' } },
)
process.exit(status ?? 1)
