import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { call, Unanswered } from '../harness/api-client.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { createKey, createToken } from '../harness/hub-client.ts'
import {
  createAccountByCommand,
  endHubProcess,
  type HubProcess,
  spawnHubProcess,
  startHubProcess,
} from '../harness/hub-process.ts'
import { countFromEnvironment, createRandom, type Random, seedFromEnvironment } from '../harness/random.ts'
import { coverJpeg, masterWav, storeFile, submittableRelease, untilLive } from '../harness/submittable.ts'
import type { Actor, Target } from './kill/actor.ts'
import { createKeysActor } from './kill/keys-actor.ts'
import { createPlaysActor } from './kill/plays-actor.ts'
import { createReleasesActor } from './kill/releases-actor.ts'
import { createSubmissionsActor } from './kill/submissions-actor.ts'
import { createUploadsActor } from './kill/uploads-actor.ts'

/** kill -9 at random moments under load: acknowledged writes exist exactly once. */

const rounds = countFromEnvironment('KILL_ROUNDS', { usual: 4, soak: 50 })
const seed = seedFromEnvironment()
const integrationToken = 't'.repeat(40)

it(`${rounds} kills lose and double nothing (seed ${seed})`, { timeout: 240_000 + rounds * 60_000 }, async () => {
  const random = createRandom(seed)
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-kill-'))
  const port = await freePort()
  const start = () =>
    startHubProcess({ dataDir, port, environment: { SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}` } })
  let hub = await start()
  const counts = { trees: 0, starts: 0 }
  try {
    const client = await createAccountByCommand(dataDir, 'Kill Records')
    const key = await createKey(hub, client)
    const actors = await createActors(random, { url: hub.url, key })
    for (let round = 1; round <= rounds; round++) {
      const target = { url: hub.url, dataDir, key, bearer: await createToken(hub, client), integrationToken }
      await naming(round, () => verifyAll(actors, target, 'verifyRecent'))
      const isTree = random.chance(0.33)
      const awaited = actors[round % actors.length]
      const kill = { hub, awaited, acknowledgements: random.integer(1, 40), afterMs: random.integer(0, 50), isTree }
      await naming(round, () => workUntilKilled(actors, target, kill))
      if (isTree) counts.trees++
      if (random.chance(0.1)) {
        counts.starts++
        await killDuringStart(random, dataDir, port)
      }
      hub = await start()
    }
    const target = { url: hub.url, dataDir, key, bearer: await createToken(hub, client), integrationToken }
    await naming(rounds, () => verifyAll(actors, target, 'verifyAll'))
    const acknowledged: Record<string, number> = {}
    for (const { name, acknowledged: count } of actors) acknowledged[name] = (acknowledged[name] ?? 0) + count()
    console.log(
      `kill: seed ${seed}, ${rounds} rounds, ${JSON.stringify(counts)}, acknowledged ${JSON.stringify(acknowledged)}, 0 lost, 0 doubled`,
    )
    const least = Math.floor(rounds / actors.length)
    for (const actor of actors) expect(actor.acknowledged(), actor.name).toBeGreaterThanOrEqual(least)
  } finally {
    await endHubProcess(hub, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
})

const naming = (round: number, work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) => {
    throw new Error(`seed ${seed}, round ${round}: ${(error as Error).message}`, { cause: error })
  })

async function createActors(random: Random, hub: { readonly url: string; readonly key: string }): Promise<Actor[]> {
  const uploadId = await storeFile(hub, 'audio/wav', masterWav(seed))
  const coverUploadId = await storeFile(hub, 'image/jpeg', await coverJpeg())
  const body = { ...submittableRelease({ title: 'First', uploadId, coverUploadId, serial: 1 }), submit: true }
  const live = await untilLive(
    hub,
    (await call(hub.url, 'POST', '/api/v1/music-distributor/releases', { key: hub.key, body })).body.id,
  )
  return [
    createUploadsActor(random.fork('uploads 1')),
    createUploadsActor(random.fork('uploads 2')),
    createReleasesActor(random.fork('releases 1'), uploadId),
    createReleasesActor(random.fork('releases 2'), uploadId),
    createSubmissionsActor(random.fork('submissions'), { uploadId, coverUploadId }),
    createKeysActor(random.fork('keys')),
    createPlaysActor(random.fork('plays'), { trackId: live.tracks[0].id, liveAt: live.liveAt }),
  ]
}

async function verifyAll(actors: readonly Actor[], target: Target, what: 'verifyRecent' | 'verifyAll'): Promise<void> {
  await Promise.all(actors.map((actor) => actor[what](target)))
}

interface Kill {
  readonly hub: HubProcess
  /** The actor with an acknowledged write in this round, so that over the rounds every actor writes. */
  readonly awaited: Actor | undefined
  /** The number of writes of all of them. */
  readonly acknowledgements: number
  /** The delay, so that the kill hits whatever runs then. */
  readonly afterMs: number
  readonly isTree: boolean
}

/** Kills after a random number of acknowledged writes plus a random delay, independent of the speed of the machine. */
async function workUntilKilled(
  actors: readonly Actor[],
  target: Target,
  { hub, awaited, acknowledgements, afterMs, isTree }: Kill,
): Promise<void> {
  const countAll = (): number => actors.reduce((sum, actor) => sum + actor.acknowledged(), 0)
  const before = { all: countAll(), awaited: awaited?.acknowledged() ?? 0 }
  const hasHappened = (): boolean =>
    countAll() - before.all >= acknowledgements && (awaited?.acknowledged() ?? 1) > before.awaited
  let isKilled = false
  const work = async (actor: Actor): Promise<void> => {
    while (!isKilled) {
      try {
        await actor.step(target)
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error
        if (!isKilled && hub.process.signalCode === null && error.status !== 503)
          throw new Error(`the hub broke off while it lived: ${error.message}\n${hub.said().slice(-2_000)}`, {
            cause: error,
          })
        await sleep(5)
      }
    }
  }
  const working = Promise.all(actors.map(work))
  const kill = eventually(() => hasHappened() || isKilled || undefined, {
    what: `${acknowledgements} writes`,
    intervalMs: 1,
  }).then(() => sleep(afterMs))
  // A step that fails must not wait for the kill, nor end the process by an unhandled rejection.
  await Promise.race([working, kill])
  isKilled = true
  await hub.kill(isTree ? 'tree' : undefined)
  await working
}

async function killDuringStart(random: Random, dataDir: string, port: number): Promise<void> {
  const starting = await spawnHubProcess({ dataDir, port })
  await sleep(random.integer(0, 500))
  await starting.kill(random.chance(0.5) ? 'tree' : undefined)
}
