import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { isMissing } from '../harness/programs.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { type Balancer, type BalancerName, balancers, startBalancer } from './balancers.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { integrationToken, makeTarget } from './make-target.ts'
import { type MixedLoad, startMixedLoad } from './mixed-load.ts'

/** What operators and machines do to nodes behind a load balancer, without a failed request. */

const restarts = countFromEnvironment('SYSTEM_RESTARTS', { usual: 4, soak: 100 })
const perSecond = countFromEnvironment('SYSTEM_RATE', { usual: 60, soak: 300 })
const seed = seedFromEnvironment()
/** Longer than each balancer needs to mark every node as down. */
const stallSeconds = 10

describe.each(balancers)('%s', (name) => {
  it.skipIf(isMissing(name))(
    `sees no request fail in ${restarts} restarts at ${perSecond} a second (seed ${seed})`,
    { timeout: 120_000 + restarts * 60_000 },
    () => withLoad(name, restartEachNode),
  )

  it.skipIf(isMissing(name))(
    `keeps requests while both nodes stall for ${stallSeconds} s (seed ${seed})`,
    { timeout: 240_000 },
    () => withLoad(name, stallEveryNode, isOwnTimeout),
  )

  it.skipIf(isMissing(name))(
    `keeps requests while one node is down and the other stalls for ${stallSeconds} s (seed ${seed})`,
    { timeout: 240_000 },
    () => withLoad(name, stallTheLastNode, isOwnTimeout),
  )
})

async function withLoad(
  name: BalancerName,
  action: (cluster: Cluster, load: MixedLoad) => Promise<void>,
  isExpected: (failure: string) => boolean = () => false,
): Promise<void> {
  const cluster = await startCluster({
    nodes: 2,
    environment: { SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}`, SPINDLE_DRAIN_SECONDS: '5' },
  })
  let balancer: Balancer | undefined
  try {
    balancer = await startBalancer(name, cluster.ports)
    const load = startMixedLoad(await makeTarget(balancer.url, cluster), perSecond, createRandom(seed))
    await action(cluster, load)
    const wrong = (await load.stop()).filter((failure) => !isExpected(failure))
    console.log(`${name}: seed ${seed}, ${load.answered()} answers, ${wrong.length} failed`)
    expect(wrong).toEqual([])
    await load.verify()
  } finally {
    await balancer?.close()
    await cluster.close()
  }
}

/** An upgrade as operators do it: node after node is stopped and started. */
async function restartEachNode(cluster: Cluster, load: MixedLoad): Promise<void> {
  const codes: unknown[] = []
  for (let round = 0; round < restarts; round++) {
    await untilFlowing(load)
    codes.push(await cluster.restart(round % cluster.ports.length))
    await cluster.untilReady()
  }
  expect(codes).toEqual(Array.from({ length: restarts }, () => ({ code: 0, signal: null })))
}

/** As if the machine hung: no node passes a health check, and all of them answer afterwards. */
async function stallEveryNode(cluster: Cluster, load: MixedLoad): Promise<void> {
  await untilFlowing(load)
  for (const node of cluster.ports.keys()) cluster.freeze(node)
  await setTimeout(stallSeconds * 1_000)
  for (const node of cluster.ports.keys()) cluster.thaw(node)
  await untilFlowing(load)
}

/** As in a restart on a busy machine: the only node that could answer is too slow for its checks. */
async function stallTheLastNode(cluster: Cluster, load: MixedLoad): Promise<void> {
  await untilFlowing(load)
  await cluster.stop(0)
  cluster.freeze(1)
  await setTimeout(stallSeconds * 1_000)
  cluster.thaw(1)
  await untilFlowing(load)
  await cluster.start(0)
  await cluster.untilReady()
}

/**
 * What a node was receiving, or asking its database, when it stopped comes too late for its own limits. "Overloaded" is
 * the limit of a statement that waited for the locks of a stopped node.
 */
const isOwnTimeout = (failure: string): boolean =>
  /docs\/errors\/(?:database_unavailable|request_timeout|overloaded.*"detail":"The hub is busy\.")/.test(failure)

async function untilFlowing(load: MixedLoad): Promise<void> {
  const before = load.answered()
  await eventually(() => load.answered() > before + perSecond, { what: 'the load to flow' })
}
