import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openAccount } from '../faults/database-restart/open-account.ts'
import { call } from '../harness/api-client.ts'
import { mebibyte, partBytes } from '../harness/direct-parts.ts'
import { eventually } from '../harness/eventually.ts'
import { hubEnvironment } from '../harness/object-store/hub-in-bucket.ts'
import { type RealStore, realStores } from '../harness/object-store/real-stores.ts'
import { type StoreProxy, startStoreProxy } from '../harness/object-store/store-proxy.ts'
import { countFromEnvironment, createRandom, type Random, seedFromEnvironment } from '../harness/random.ts'
import { masterWav } from '../harness/submittable.ts'
import { askTusOffset, createTusUpload, patchTus, patchTusRaw } from '../harness/tus-client.ts'
import { type Cluster, startCluster } from './cluster.ts'

/**
 * A node is stopped (SIGSTOP) while it sends a part of an upload to the object store. The client uses another node and
 * finishes; then the first node continues with the rest of the part, and with bytes that are no longer needed.
 */

const rounds = countFromEnvironment('STOPPED_NODES', { usual: 2, soak: 20 })
const seed = seedFromEnvironment()
/** Three parts, the last one short. */
const master = masterWav(1, 70)

describe.each(realStores)('$name', ({ name, isMissing, start }) => {
  it.skipIf(isMissing())(
    `has the bytes of the second node, ${rounds} times (seed ${seed})`,
    { timeout: 180_000 + rounds * 60_000 },
    () => stopNodes(name, start),
  )
})

async function stopNodes(name: string, start: RealStore['start']): Promise<void> {
  const random = createRandom(seed).fork(name)
  const proxy = await startStoreProxy(await start())
  const cluster = await startCluster({ nodes: 2, environment: hubEnvironment(proxy.address) })
  try {
    const [first = '', second = ''] = cluster.ports.map((port) => `http://127.0.0.1:${port}`)
    const { key } = await openAccount({ url: first }, cluster.dataDir, cluster.environment)
    for (let round = 1; round <= rounds; round++)
      await stopNode({ cluster, proxy, first, second, key, random: random.fork(`round ${round}`) }).catch(
        (error: unknown) => {
          throw new Error(`round ${round} of seed ${seed}: ${(error as Error).message}`, { cause: error })
        },
      )
    console.log(`${name}: seed ${seed}, ${rounds} nodes stopped in the middle of a part, 0 bytes of theirs`)
  } finally {
    await cluster.close()
  }
}

interface Round {
  readonly cluster: Cluster
  readonly proxy: StoreProxy
  readonly first: string
  readonly second: string
  readonly key: string
  readonly random: Random
}

async function stopNode({ cluster, proxy, first, second, key, random }: Round): Promise<void> {
  const { uploadId } = await createTusUpload(first, key, { size: master.length })
  const acknowledged = random.chance(0.5) ? random.integer(1, 10 * mebibyte) : 0
  if (acknowledged > 0) await patchTus(first, key, { uploadId, offset: 0, bytes: master.subarray(0, acknowledged) })
  const held = holdPart(proxy, acknowledged < partBytes ? random.integer(1, 2) : 2)
  // What the first node can commit is right; what follows the part only looks like the rest.
  const late = Buffer.from(master.subarray(acknowledged))
  late.fill(0xee, held.number * partBytes - acknowledged)
  const target = { host: '127.0.0.1', port: Number(new URL(first).port), apiKey: key }
  const { answered } = patchTusRaw(target, { uploadId, offset: acknowledged, bytes: late })
  await held.came
  await sleep(random.integer(0, 50))
  cluster.freeze(0)

  const offset = await askTusOffset(second, key, uploadId)
  expect(offset).toBeGreaterThanOrEqual(acknowledged)
  const wakesBeforeTheEnd = random.chance(0.5)
  const middle = random.integer(offset + 1, master.length - 1)
  const goOn = (from: number, to: number): Promise<number> =>
    patchTus(second, key, { uploadId, offset: from, bytes: master.subarray(from, to) })
  const wake = (): void => {
    held.letPass()
    cluster.thaw(0)
  }
  await goOn(offset, middle)
  if (wakesBeforeTheEnd) wake()
  expect(await goOn(middle, master.length)).toBe(master.length)
  if (!wakesBeforeTheEnd) wake()
  // 503 if the node was stopped for so long that it lost its connection to the store.
  expect([409, 503]).toContain((await answered)?.status)
  await requireMaster(second, key, uploadId)
  await requireMaster(first, key, uploadId)
}

/** The next part of that number waits in the middle of its bytes. */
function holdPart(proxy: StoreProxy, number: number) {
  const came = Promise.withResolvers<void>()
  const passes = Promise.withResolvers<void>()
  proxy.troubleOf = ({ operation, query }) => {
    if (operation !== 'part' || query.get('partNumber') !== String(number)) return undefined
    proxy.troubleOf = () => undefined
    came.resolve()
    return { passes: passes.promise }
  }
  return { number, came: came.promise, letPass: passes.resolve }
}

async function requireMaster(url: string, key: string, uploadId: string): Promise<void> {
  const path = `/api/v1/distributor/uploads/${uploadId}`
  const status = async (): Promise<string | undefined> => {
    const { body } = await call(url, 'GET', path, { key })
    return ['ready', 'rejected'].includes(body.status) ? body.status : undefined
  }
  expect(await eventually(status, { what: 'the analysis' })).toBe('ready')
  const audio = await fetch(`${url}${path}/audio`, { headers: { 'x-api-key': key } })
  const digest = createHash('sha256').update(Buffer.from(await audio.arrayBuffer()))
  expect([audio.status, digest.digest('hex')]).toEqual([200, createHash('sha256').update(master).digest('hex')])
}
