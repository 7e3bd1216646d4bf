import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { startBalancer } from '../system/balancers.ts'
import { startCluster } from '../system/cluster.ts'
import { integrationToken, makeTarget } from '../system/make-target.ts'
import { type Failure, type MixedLoad, startMixedLoad } from '../system/mixed-load.ts'
import { isForbidden, texts } from './not-now.ts'
import { type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts'

/**
 * Two nodes and a worker on a replicated PostgreSQL, under load: a requested switchover, and a failover after the
 * leader was killed.
 */

const switchovers = countFromEnvironment('PATRONI_SWITCHOVERS', { usual: 2, soak: 20 })
const kills = countFromEnvironment('PATRONI_KILLS', { usual: 2, soak: 20 })
const perSecond = countFromEnvironment('PATRONI_RATE', { usual: 30, soak: 30 })
const seed = seedFromEnvironment()
/** Longer than the time to live of the leader's key. */
const graceMs = 5_000

it(`loses nothing in ${switchovers} switchovers and ${kills} kills of the leader at ${perSecond} a second (seed ${seed})`, {
  timeout: 600_000 + (switchovers + kills) * 300_000,
}, async () => {
  const random = createRandom(seed)
  const postgres = await startPatroniCluster()
  const cluster = await startCluster({
    nodes: 2,
    database: postgres.url,
    environment: { SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}`, SPINDLE_DATABASE_POOL: '10' },
  })
  const balancer = await startBalancer('haproxy', cluster.ports)
  let load: MixedLoad | undefined
  try {
    load = startMixedLoad(await makeTarget(balancer.url, cluster), perSecond, random.fork('load'))
    const planned = await switchOver(postgres, load)
    const unplanned = await killLeaders(postgres, load, random.fork('moments'))
    await load.stop()
    const inSwitchovers = load.failures().filter(({ at }) => at < planned.endedAt)
    report({ planned: planned.pausesMs, unplanned, load, inSwitchovers })
    expect(texts(inSwitchovers)).toEqual([])
    expect(texts(load.failures().filter(isForbidden))).toEqual([])
    expect(unplanned.filter(({ outageMs }) => outageMs > postgres.ttlMs + graceMs)).toEqual([])
    expect(cluster.ended()).toEqual([])
    await load.verify()
  } finally {
    await load?.stop()
    await balancer.close()
    await cluster.close()
    await postgres.close()
  }
})

/** Each waits until the load works, and until the cluster is ready for the next. */
async function switchOver(postgres: PatroniCluster, load: MixedLoad) {
  const pausesMs: number[] = []
  for (let round = 0; round < switchovers; round++) {
    await flow(load)
    load.takeLongestMs()
    await postgres.switchOver()
    await untilWritten(load, performance.now())
    await postgres.untilWhole()
    const pauseMs = Math.round(load.takeLongestMs())
    pausesMs.push(pauseMs)
    console.log(
      `switchover ${round + 1}: requests waited ${pauseMs} ms at most, ${load.failures().length} failed so far`,
    )
  }
  await flow(load)
  return { pausesMs, endedAt: performance.now() }
}

interface Outage {
  /** Until the hub acknowledged a write again and refused no more. */
  readonly outageMs: number
  /** Until Patroni had another leader: the rest of the key's time to live, and the promotion. */
  readonly ofPatroniMs: number
}

async function killLeaders(
  postgres: PatroniCluster,
  load: MixedLoad,
  random: ReturnType<typeof createRandom>,
): Promise<readonly Outage[]> {
  const outages: Outage[] = []
  for (let round = 0; round < kills; round++) {
    await flow(load)
    // Anywhere between two renewals of the leader's key.
    await sleep(random.integer(0, 5_000))
    const killed = performance.now()
    const name = postgres.killLeader()
    const [ledAt, writtenAt] = await Promise.all([postgres.untilLedByAnother(name), untilWritten(load, killed)])
    postgres.start(name)
    await postgres.untilWhole()
    await flow(load)
    const failedAt = load.failures().at(-1)?.at ?? 0
    const outage = {
      outageMs: Math.round(Math.max(writtenAt, failedAt) - killed),
      ofPatroniMs: Math.round(ledAt - killed),
    }
    outages.push(outage)
    console.log(`kill ${round + 1}: ${JSON.stringify(outage)}`)
  }
  return outages
}

async function flow(load: MixedLoad): Promise<void> {
  const before = load.answered()
  await eventually(() => load.answered() > before + perSecond, { what: 'the load to flow' })
}

/** Until a release is acknowledged that was requested after that moment. */
const untilWritten = (load: MixedLoad, since: number): Promise<number> =>
  eventually(() => load.lastWriteBegan() > since && performance.now(), { what: 'a release to be taken' })

interface Report {
  readonly planned: readonly number[]
  readonly unplanned: readonly Outage[]
  readonly load: MixedLoad
  readonly inSwitchovers: readonly Failure[]
}

function report({ planned, unplanned, load, inSwitchovers }: Report): void {
  const ratios = unplanned.map(({ outageMs, ofPatroniMs }) => outageMs / ofPatroniMs)
  const kinds = Object.entries(Object.groupBy(load.failures(), ({ kind }) => kind))
  console.log(
    [
      `patroni: seed ${seed}, ${load.answered()} answers`,
      `${switchovers} switchovers: ${inSwitchovers.length} failed requests; the longest waited ${planned.join(', ')} ms`,
      `${kills} kills: outages of ${unplanned.map(({ outageMs }) => outageMs).join(', ')} ms`,
      `of Patroni alone ${unplanned.map(({ ofPatroniMs }) => ofPatroniMs).join(', ')} ms`,
      `S10, outage / Patroni's own: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
      `failed: ${kinds.map(([kind, failures]) => `${kind} ${failures.length}`).join(', ') || 'none'}`,
    ].join('\n'),
  )
}
