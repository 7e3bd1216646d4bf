import { describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { isMissing } from '../harness/programs.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { type Balancer, type BalancerName, balancers, startBalancer } from './balancers.ts'
import { startCluster } from './cluster.ts'
import { integrationToken, makeTarget } from './make-target.ts'
import { startMixedLoad } from './mixed-load.ts'

/**
 * An upgrade as operators do it: node after node is stopped and started behind a load balancer, without a failed
 * request.
 */

const restarts = countFromEnvironment('SYSTEM_RESTARTS', { usual: 4, soak: 100 })
const perSecond = countFromEnvironment('SYSTEM_RATE', { usual: 60, soak: 300 })
const seed = seedFromEnvironment()

describe.each(balancers)('%s', (name) => {
  it.skipIf(isMissing(name))(
    `sees no request fail in ${restarts} restarts at ${perSecond} a second (seed ${seed})`,
    {
      timeout: 120_000 + restarts * 60_000,
    },
    () => restartUnderLoad(name),
  )
})

async function restartUnderLoad(name: BalancerName): Promise<void> {
  const cluster = await startCluster({
    nodes: 2,
    environment: { SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}`, SPINDLE_DRAIN_SECONDS: '5' },
  })
  let balancer: Balancer | undefined
  try {
    balancer = await startBalancer(name, cluster.ports)
    const target = await makeTarget(balancer.url, cluster)
    const load = startMixedLoad(target, perSecond, createRandom(seed))
    const codes: unknown[] = []
    for (let round = 0; round < restarts; round++) {
      const before = load.answered()
      await eventually(() => load.answered() > before + perSecond, { what: 'the load to flow' })
      codes.push(await cluster.restart(round % cluster.ports.length))
      await cluster.untilReady()
    }
    const wrong = await load.stop()
    console.log(`${name}: seed ${seed}, ${restarts} restarts, ${load.answered()} answers, ${wrong.length} failed`)
    expect(wrong).toEqual([])
    expect(codes).toEqual(Array.from({ length: restarts }, () => ({ code: 0, signal: null })))
    await load.verify()
  } finally {
    await balancer?.close()
    await cluster.close()
  }
}
