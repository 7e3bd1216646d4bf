import { expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { spawnHubProcess } from '../harness/hub-process.ts'
import { isMissing } from '../harness/programs.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { startBalancer } from './balancers.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { findNewestStep, type LaterSteps, type LaterVersion, makeLaterVersion } from './later-version.ts'
import { integrationToken, makeTarget } from './make-target.ts'
import { type MixedLoad, startMixedLoad } from './mixed-load.ts'

/**
 * A rolling upgrade and a rollback: the next version migrates under load, both versions serve at the same time on its
 * schema, and this one continues there alone. The schema is the hardest one that decision 70 allows: one more column in
 * every table. Then a step follows that this version may not run with.
 */

const perSecond = countFromEnvironment('SYSTEM_RATE', { usual: 60, soak: 300 })
const seed = seedFromEnvironment()

it.skipIf(isMissing('haproxy'))(
  `two versions serve side by side at ${perSecond} requests a second, and back again (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const newest = await findNewestStep()
    const expanding = await oneColumnMore(newest)
    const lastOfNext = Object.keys(expanding).at(-1) ?? ''
    const closing = { '9999-close': `-- compatible-from: ${lastOfNext}.sql\ndrop view if exists no_longer_used` }
    const next = await makeLaterVersion(expanding)
    const afterNext = await makeLaterVersion({ ...expanding, ...closing })
    const cluster = await startCluster({
      nodes: 2,
      environment: { SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}`, SPINDLE_DRAIN_SECONDS: '5' },
    })
    const balancer = await startBalancer('haproxy', cluster.ports)
    try {
      const target = await makeTarget(balancer.url, cluster)
      const load = startMixedLoad(target, perSecond, createRandom(seed))
      try {
        await upgradeAndBack(cluster, next, load)
      } finally {
        await load.stop()
      }
      const wrong = await load.stop()
      console.log(`two versions: seed ${seed}, ${load.answered()} answers, ${wrong.length} failed`)
      expect(wrong).toEqual([])
      await load.verify()

      expect(await afterNext.migrate(cluster.environment)).toContain('9999-close.sql')
      const refused = await startNode(cluster)
      expect([refused.code, refused.said]).toEqual([
        1,
        expect.stringMatching(
          /migrated by a newer version of the hub \(unknown migrations: 9999-close\.sql\).*Fix: start the newer/s,
        ),
      ])
      await cluster.restart(0, next.program)
      await cluster.untilReady()
    } finally {
      await balancer.close()
      await cluster.close()
      await next.close()
      await afterNext.close()
    }
  },
)

async function upgradeAndBack(cluster: Cluster, next: LaterVersion, load: MixedLoad): Promise<void> {
  const flow = async (what: string): Promise<void> => {
    const before = load.answered()
    await eventually(() => load.answered() > before + 2 * perSecond, { what })
  }
  await flow('the load before the upgrade')
  expect(await next.migrate(cluster.environment)).toMatch(/^Applied .*-later-releases\.sql/)
  await flow('this version alone on the schema of the next one')
  expect(await cluster.restart(0, next.program)).toEqual({ code: 0, signal: null })
  await cluster.untilReady()
  await flow('both versions side by side')
  expect(await cluster.restart(1, next.program)).toEqual({ code: 0, signal: null })
  await cluster.untilReady()
  await flow('the next version alone')
  for (const node of [0, 1]) {
    expect(await cluster.restart(node)).toEqual({ code: 0, signal: null })
    await cluster.untilReady()
    await flow(`node ${node} back on this version`)
  }
}

/** A step for each table, so that none waits for the locks of two. */
async function oneColumnMore(newest: string): Promise<LaterSteps> {
  const opened = await createTestDatabase()
  try {
    const tables = await opened.database.system.rows<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and relname <> 'spindle_migrations' order by 1`,
    )
    return Object.fromEntries(
      tables.map(({ name }, index) => [
        `${9000 + index}-later-${name}`,
        `-- compatible-from: ${newest}\nalter table ${name} add column later text not null default 'later'`,
      ]),
    )
  } finally {
    await opened.close()
  }
}

/** How a process of this version ends if it is started with the database of the cluster. */
async function startNode({
  dataDir,
  environment,
}: Cluster): Promise<{ readonly code: number | null; readonly said: string }> {
  const hub = await spawnHubProcess({ dataDir, role: 'api', environment })
  const { code } = await hub.exited
  return { code, said: hub.said() }
}
