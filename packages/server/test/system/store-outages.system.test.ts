import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openAccount } from '../faults/database-restart/open-account.ts'
import { call, listAll } from '../harness/api-client.ts'
import { mebibyte } from '../harness/direct-parts.ts'
import { eventually } from '../harness/eventually.ts'
import { bucketFolder } from '../harness/object-store/bucket-folder.ts'
import { hubEnvironment } from '../harness/object-store/hub-in-bucket.ts'
import { type RealStore, realStores, type StartedStore } from '../harness/object-store/real-stores.ts'
import type { Gateway } from '../harness/object-store/rgw.ts'
import { type StoreProxy, startStoreProxy, type Trouble } from '../harness/object-store/store-proxy.ts'
import { countFromEnvironment, createRandom, type Random, seedFromEnvironment } from '../harness/random.ts'
import { masterWav } from '../harness/submittable.ts'
import { startCluster } from './cluster.ts'
import { integrationToken } from './make-target.ts'

/**
 * The object store hangs, is unreachable, is killed, is slow, is busy, and loses answers, each while masters are
 * uploaded. A client that follows the answers has every master stored, once and bit for bit, and verification never
 * waits.
 */

const seconds = countFromEnvironment('OUTAGE_SECONDS', { usual: 3, soak: 60 })
const masters = countFromEnvironment('OUTAGE_MASTERS', { usual: 2, soak: 20 })
const seed = seedFromEnvironment()
const slowMs = 2_000
const uploadsPath = '/api/v1/distributor/uploads'

describe.each(realStores)('$name', ({ name, isMissing, start }) => {
  it.skipIf(isMissing())(
    `loses and doubles nothing in outages of ${seconds} s (seed ${seed})`,
    { timeout: 300_000 + 6 * (seconds * 3_000 + masters * 90_000) },
    () => outages(name, start),
  )
})

async function outages(name: string, start: RealStore['start']): Promise<void> {
  const random = createRandom(seed).fork(name)
  const store = await start()
  const proxy = await startStoreProxy(store)
  const cluster = await startCluster({
    nodes: 1,
    environment: { ...hubEnvironment(proxy.address), SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}` },
  })
  const url = `http://127.0.0.1:${cluster.ports[0]}`
  try {
    const { key, uploadId } = await openAccount({ url }, cluster.dataDir, cluster.environment)
    /** SHA-256 by id. */
    const stored = new Map<string, string>()
    const verifying = keepVerifying(url)
    for (const outage of outagesOf(store, proxy, random)) {
      const client = createClient({ url, key, random: random.fork(outage.name) })
      verifying.takeP99()
      const uploads = Promise.all(
        Array.from({ length: masters }, async (_, index) => {
          const bytes = masterOf(random.fork(`${outage.name} ${index}`))
          stored.set(await client.upload(bytes), sha256(bytes))
        }),
      )
      const isOver = uploads.then(() => undefined)
      await Promise.race([eventually(() => client.acknowledged() > 0, { what: 'the first bytes' }), isOver])
      await outage.during(isOver)
      await uploads
      console.log(
        `${name} ${outage.name}: ${masters} masters, ${client.refused()} answers 503 or 507, verify p99 ${verifying.takeP99()} ms`,
      )
    }
    for (const [id, digest] of stored) await requireMaster({ url, key }, id, digest)
    const listed: { id: string }[] = await listAll(url, uploadsPath, { key })
    expect(listed.map(({ id }) => id).sort()).toEqual([uploadId, ...stored.keys()].sort())
    const verified = await verifying.stop()
    expect(verified.failures).toEqual([])
    expect(cluster.ended()).toEqual([])
    const litter = await removeMasters({ url, key }, store, [...stored.keys()])
    console.log(
      `${name}: seed ${seed}, ${stored.size} masters, ${verified.count} verifications, 0 lost, 0 doubled, ` +
        `${litter} objects of lost answers until the masters went`,
    )
  } finally {
    await cluster.close()
  }
}

interface Outage {
  readonly name: string
  /** Resolves when the store works again; some failures last until everything is stored. */
  during(isOver: Promise<void>): Promise<void>
}

function outagesOf(store: StartedStore, proxy: StoreProxy, random: Random): Outage[] {
  const heal = (): void => {
    proxy.troubleOf = () => undefined
  }
  const forSeconds = async (troubleOf: StoreProxy['troubleOf']): Promise<void> => {
    proxy.troubleOf = troubleOf
    await sleep(seconds * 1_000)
    heal()
  }
  const untilOver = async (troubleOf: StoreProxy['troubleOf'], isOver: Promise<void>): Promise<void> => {
    proxy.troubleOf = troubleOf
    await isOver
    heal()
  }
  return [
    {
      name: 'stands still',
      async during() {
        const passes = Promise.withResolvers<void>()
        await forSeconds(() => ({ passes: passes.promise }))
        passes.resolve()
      },
    },
    { name: 'is gone', during: () => forSeconds(() => 'refused') },
    ...(store.gateway ? [killing(store.gateway)] : []),
    { name: 'is slow', during: (isOver) => untilOver(() => ({ passes: sleep(slowMs) }), isOver) },
    { name: 'is busy', during: (isOver) => untilOver(() => sometimes(random, 0.6, 'busy'), isOver) },
    {
      name: 'forgets to answer',
      during: (isOver) =>
        untilOver(({ operation }) => sometimes(random, operation === 'complete' ? 0.8 : 0.2, 'lost'), isOver),
    },
  ]
}

const killing = (gateway: Gateway): Outage => ({
  name: 'is killed',
  async during() {
    await gateway.kill()
    await sleep(seconds * 1_000)
    await gateway.restart()
  },
})

const sometimes = (random: Random, probability: number, trouble: Trouble): Trouble | undefined =>
  random.chance(probability) ? trouble : undefined

/** Two parts and some more; no two have the same bytes. */
function masterOf(random: Random): Buffer {
  const bytes = masterWav(1, 70)
  random.bytes(512).copy(bytes, random.integer(mebibyte, bytes.length - 512))
  return bytes
}

interface Client {
  /** Continues until all of it is stored; returns the id. */
  upload(bytes: Buffer): Promise<string>
  acknowledged(): number
  refused(): number
}

/** Sends what the hub lacks, waits when it has to retry, and accepts no other answer. */
function createClient({ url, key, random }: { url: string; key: string; random: Random }): Client {
  const tus = { 'x-api-key': key, 'tus-resumable': '1.0.0' }
  let [acknowledged, refused] = [0, 0]
  const ask = async (expected: number, path: string, init: RequestInit & { headers: object }): Promise<Headers> => {
    for (;;) {
      const { status, headers } = await send(`${url}${path}`, init)
      if (status === expected) return headers
      await waitAsTold(init.method ?? '', status, headers)
    }
  }
  const waitAsTold = async (method: string, status: number, headers: Headers): Promise<void> => {
    const wait = headers.get('retry-after')
    if (![503, 507].includes(status) || wait === null)
      throw new Error(`${method} answered ${status}, Retry-After ${wait}`)
    refused++
    await sleep(Math.min(1_000, Number(wait) * 1_000))
  }
  return {
    acknowledged: () => acknowledged,
    refused: () => refused,
    async upload(bytes) {
      const metadata = `filename ${Buffer.from('a.wav').toString('base64')},filetype ${Buffer.from('audio/wav').toString('base64')}`
      const created = await ask(201, uploadsPath, {
        method: 'POST',
        headers: {
          ...tus,
          'upload-length': String(bytes.length),
          'upload-metadata': metadata,
          'idempotency-key': random.word(20),
        },
      })
      const id = created.get('location')?.split('/').at(-1) ?? ''
      const path = `${uploadsPath}/${id}`
      for (let offset = 0; offset < bytes.length; ) {
        const piece = bytes.subarray(offset, offset + random.integer(1, 9 * mebibyte))
        const { status, headers } = await send(`${url}${path}`, {
          method: 'PATCH',
          headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
          body: new Uint8Array(piece),
        })
        if (status !== 204) await waitAsTold('PATCH', status, headers)
        const now = status === 204 ? headers : await ask(200, path, { method: 'HEAD', headers: tus })
        const next = Number(now.get('upload-offset'))
        // Acknowledged bytes stay, and no byte counts that was never sent.
        expect(next).toBeGreaterThanOrEqual(status === 204 ? offset + piece.length : offset)
        expect(next).toBeLessThanOrEqual(offset + piece.length)
        acknowledged += next - offset
        offset = next
      }
      return id
    },
  }
}

async function send(url: string, init: RequestInit): Promise<{ status: number; headers: Headers }> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response
}

async function requireMaster({ url, key }: { url: string; key: string }, id: string, digest: string): Promise<void> {
  const path = `${uploadsPath}/${id}`
  const ended = async (): Promise<string | undefined> => {
    const { body } = await call(url, 'GET', path, { key })
    return ['ready', 'rejected'].includes(body.status) ? body.status : undefined
  }
  expect([id, await eventually(ended, { what: `the analysis of ${id}`, timeoutMs: 300_000 })]).toEqual([id, 'ready'])
  const audio = await fetch(`${url}${path}/audio`, { headers: { 'x-api-key': key } })
  expect([id, audio.status, sha256(Buffer.from(await audio.arrayBuffer()))]).toEqual([id, 200, digest])
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Objects that were stored without an answer stay until the upload is deleted, and then everything is gone. Returns how
 * many there were.
 */
async function removeMasters(
  { url, key }: { url: string; key: string },
  store: StartedStore,
  ids: readonly string[],
): Promise<number> {
  const uploads = bucketFolder(store, 'hub/uploads/')
  const belongs = (path: string): boolean => ids.some((id) => path.includes(id))
  const before = (await uploads.paths()).filter(belongs)
  for (const id of ids) {
    const headers = { 'tus-resumable': '1.0.0' }
    const { status } = await call(url, 'DELETE', `${uploadsPath}/${id}`, { key, headers })
    expect([id, status]).toEqual([id, 204])
  }
  const left = async (): Promise<string[]> =>
    [...(await uploads.paths()), ...(await uploads.openUploads())].filter(belongs)
  await eventually(async () => (await left()).length === 0, { what: 'everything in the bucket to go' })
  return before.length - ids.length
}

/** Like properties, all the time. */
function keepVerifying(url: string) {
  const failures: string[] = []
  const running = new Set<Promise<void>>()
  let times: number[] = []
  let count = 0
  const verify = async (): Promise<void> => {
    const began = performance.now()
    const answer = await fetch(`${url}/api/integration/verify`, {
      headers: { authorization: `Bearer ${integrationToken}` },
    })
    await answer.arrayBuffer()
    times.push(performance.now() - began)
    count++
    if (answer.status !== 200) failures.push(`verify answered ${answer.status}`)
  }
  const timer = setInterval(() => {
    const verification = verify().catch((error: unknown) => void failures.push(String(error)))
    running.add(verification)
    void verification.then(() => running.delete(verification))
  }, 20)
  return {
    takeP99(): number {
      const sorted = times.sort((a, b) => a - b)
      times = []
      return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      return { failures, count }
    },
  }
}
