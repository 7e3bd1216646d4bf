import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { MediaAnalyser } from '../../src/features/media/index.ts'
import type { JobHandler } from '../../src/platform/jobs/jobs.ts'
import { createTestAccount } from './accounts.ts'
import { eventually } from './eventually.ts'
import { createTestDatabase, startTestHub } from './hub.ts'
import { mortalDatabase } from './mortal-database.ts'
import { createRandom, type Random } from './random.ts'
import { type Received, type RecordingStore, recordingStore } from './recording-store.ts'
import { releasesPath } from './releases.ts'
import { senderEnvironment, settingsFor } from './store-folder.ts'
import { submittableRelease } from './submittable.ts'
import { coverTechnical, describeAudio } from './technical-data.ts'

/**
 * Random histories of one release at three stores: actions of its account, the operator, the stores and the machine, in
 * any order. Jobs run one by one, so the same seed gives the same history.
 */

export interface History {
  readonly seed: number
  /** The actions, to explain a history that failed. */
  readonly steps: readonly string[]
  readonly stores: readonly RecordingStore[]
  /** The final state of the delivery, by the id of the store; undefined if it never had one. */
  readonly ends: Readonly<Record<string, string | undefined>>
  readonly releaseStatus: string
}

export interface Histories {
  run(seed: number): Promise<History>
}

interface DeliveryRow {
  readonly id: string
  readonly status: string
  readonly outletId: string
  /** It is retried later. */
  readonly isWaiting: boolean
}

const hourMs = 3_600_000
const grace = { id: null, name: 'Grace' }
const ended = ['live', 'ingested', 'refused', 'taken_down']

/** Treats a few bytes as a master or a cover: their content does not matter here. */
const contented: MediaAnalyser = {
  analyse: async ({ kind }) => ({
    status: 'ready',
    technical: kind === 'audio' ? describeAudio({ pcmSha256: '0'.repeat(64) }) : coverTechnical,
    findings: [],
  }),
  start() {},
  async drain() {},
}

export async function openHistories(): Promise<Histories> {
  let nowMs = Date.now()
  const mortal = mortalDatabase(await createTestDatabase())
  const hub = await startTestHub({
    role: 'api',
    environment: senderEnvironment,
    overrides: { openDatabase: mortal.opened, clock: { now: () => nowMs }, analyser: contented },
  })
  const account = await createTestAccount(hub)
  const key = await account.key()
  const handlers = new Map<string, JobHandler>(
    [...(hub.hub.releases.jobs ?? []), ...(hub.hub.uploads.jobs ?? [])].map((one) => [one.job.name, one]),
  )
  const runJob = async (name: string, payload: object): Promise<void> => {
    const handler = handlers.get(name)
    if (!handler) throw new Error(`there is no job ${name}`)
    await handler.handle(payload)
  }
  const storeAnalysed = async (contentType: string, bytes: Buffer): Promise<string> => {
    const { id } = (await (
      await hub.request('/api/v1/distributor/uploads', {
        method: 'POST',
        headers: { 'content-type': contentType, 'x-api-key': key },
        body: new Uint8Array(bytes),
      })
    ).json()) as { id: string }
    await runJob('analyseUpload', { accountId: account.accountId, id })
    return id
  }
  const uploadId = await storeAnalysed('audio/wav', Buffer.from('A master'))
  const coverUploadId = await storeAnalysed('image/jpeg', Buffer.from('A cover'))
  const folders = await mkdtemp(join(inject('run').folder, 'stores-'))
  const kinds = { prompt: {}, silent: { acknowledges: false }, manual: { liveOn: 'manual' } } as const
  const ids = Object.keys(kinds)
  const { outlets } = hub.hub
  for (const [id, more] of Object.entries(kinds)) {
    const folder = join(folders, id)
    await mkdir(folder)
    const settings = settingsFor(folder, { askEverySeconds: 0, ...more })
    await outlets.add({ id, kind: 'folder', name: id, settings })
  }
  const learned = (isRight: () => boolean, what: string) => eventually(() => isRight() || undefined, { what })
  await learned(() => ids.every((id) => outlets.list().some((outlet) => outlet.id === id)), 'the stores')
  let serial = 0

  return {
    async run(seed) {
      nowMs = Date.now()
      const random = createRandom(seed)
      const steps: string[] = []
      const stores = ids.map((id) => recordingStore(id, join(folders, id)))
      const dueMs = random.pick([-24, 24 * 30]) * hourMs
      const created = await hub.json('POST', releasesPath, {
        key,
        body: {
          ...submittableRelease({ title: 'Night Drive', uploadId, coverUploadId, serial: ++serial }),
          releaseDate: new Date(nowMs + dueMs).toISOString().slice(0, 10),
          outlets: someOf(random, ids),
          submit: true,
        },
      })
      if (created.status !== 201) throw new Error(JSON.stringify(created.body))
      const { id: releaseId } = created.body
      const path = `${releasesPath}/${releaseId}`
      const post = (what: string, body?: object) => hub.json('POST', `${path}/${what}`, { key, body: body ?? {} })
      const release = async () => (await hub.json('GET', path, { key })).body
      const deliveries = (): Promise<DeliveryRow[]> =>
        hub.opened.database.system.rows(
          `select id, status, outlet_id as "outletId", next_attempt_at is not null as "isWaiting" from deliveries
           where release_id = $1 order by id`,
          [releaseId],
        )
      const advance = async ({ id }: { readonly id: string }): Promise<void> =>
        runJob('advanceSlowDelivery', { accountId: account.accountId, deliveryId: id })
      const refused = (error: unknown): string => {
        if ((error as { code?: string }).code !== 'state_conflict') throw error
        return 'refused'
      }
      const byOperator = (work: Promise<unknown>) => work.then(() => 'done', refused)
      const reason = 'Rights have ended.'
      const tomorrow = () => new Date(nowMs + 36 * hourMs).toISOString().slice(0, 10)
      const pause = async (id: string, isPaused: boolean): Promise<void> => {
        await outlets.pause(id, isPaused)
        await learned(
          () => outlets.list().some((one) => one.id === id && one.isPaused === isPaused),
          `${id} to be paused`,
        )
      }
      const reviews = hub.hub.releases.reviews
      /** After a takedown by the operator, the next release with the same audio waits for a review. */
      const approve = () => byOperator(reviews.approveRelease(releaseId, grace))
      await approve()

      const answerOne = async (store: RecordingStore, message: Received): Promise<string> => {
        const word = random.pick(message.purpose === 'offer' ? offerWords : takedownWords)
        await store.answer(message, word)
        return `${store.id} answers ${message.purpose} ${message.messageId.slice(-4)}: ${word}`
      }
      const storeOf = ({ outletId }: DeliveryRow): RecordingStore => {
        const found = stores.find(({ id }) => id === outletId)
        if (!found) throw new Error(`there is no store ${outletId}`)
        return found
      }
      /** Not always: a store decides when it does so. */
      const takeAndAnswer = async (store: RecordingStore): Promise<string> => {
        if (random.chance(0.4)) return 'and the store does not look'
        const count = await store.look()
        const last = store.received.at(-1)
        return count > 0 && last && random.chance(0.6) ? answerOne(store, last) : `${store.id} takes ${count}`
      }

      /** Each returns a description of what it did. */
      const acts: readonly (readonly [weight: number, act: () => Promise<string>])[] = [
        [
          16,
          async () => {
            const delivery = random.pick(await deliveries())
            await advance(delivery)
            return `work at ${delivery.outletId}, ${await takeAndAnswer(storeOf(delivery))}`
          },
        ],
        [
          6,
          async () => {
            const delivery = random.pick(await deliveries())
            const statement = random.integer(0, 14)
            const isCarriedOut = random.chance(0.5)
            const wasKilled = await mortal.killDuring(statement, isCarriedOut, () => advance(delivery))
            const when = `${isCarriedOut ? 'after' : 'before'} statement ${statement}: ${wasKilled}`
            return `killed at ${delivery.outletId}, ${when}, ${await takeAndAnswer(storeOf(delivery))}`
          },
        ],
        [
          4,
          async () => {
            const ms = random.pick([1_000, 60_000, hourMs, 5 * hourMs])
            nowMs += ms
            return `${ms} ms pass`
          },
        ],
        [
          5,
          async () => {
            const store = random.pick(stores)
            return `${store.id} takes ${await store.look()}`
          },
        ],
        [
          6,
          async () => {
            const open = stores.flatMap((store) => store.received.map((message) => ({ store, message })))
            if (open.length === 0) return 'nothing to answer'
            const { store, message } = random.pick(open)
            return answerOne(store, message)
          },
        ],
        [
          3,
          async () => {
            const store = random.pick(stores)
            await runJob('readLaterAnswers', { outletId: store.id })
            return `late answers of ${store.id} are read`
          },
        ],
        [
          5,
          async () => {
            const outletIds = random.chance(0.5) ? undefined : someOf(random, ids)
            const patch = { label: `Label ${random.word(6)}`, ...(outletIds && { outlets: outletIds }) }
            await hub.json('PATCH', path, { key, body: patch })
            const { status } = await post('submit')
            return `update for ${outletIds?.join(' and ') ?? 'the same'}: ${status}, approval: ${await approve()}`
          },
        ],
        [2, async () => `takedown: ${(await post('takedown', { reason })).status}`],
        [
          2,
          async () => {
            const outletId = random.pick(ids)
            return `takedown at ${outletId}: ${(await post('takedown', { reason, outlets: [outletId] })).status}`
          },
        ],
        [
          1,
          async () =>
            `operator's takedown: ${await byOperator(reviews.takeDown(releaseId, grace, { reason, outlets: undefined }))}`,
        ],
        [
          1,
          async () => {
            const known = (await deliveries()).map(({ outletId }) => outletId)
            const outletId = random.pick(known)
            return `operator's takedown at ${outletId}: ${await byOperator(reviews.takeDown(releaseId, grace, { reason, outlets: [outletId] }))}`
          },
        ],
        [1, async () => `reinstated: ${await byOperator(reviews.reinstate(releaseId, grace, undefined))}`],
        [2, async () => `takedown planned: ${(await post('takedown', { reason, on: tomorrow() })).status}`],
        [1, async () => `plan called off: ${(await hub.json('DELETE', `${path}/takedown`, { key })).status}`],
        [
          1,
          async () => {
            nowMs += 48 * hourMs
            await runJob('carryOutTakedowns', {})
            return 'two days pass'
          },
        ],
        [
          2,
          async () => {
            const store = random.pick(ids)
            await pause(store, true)
            return `${store} is paused`
          },
        ],
        [
          3,
          async () => {
            for (const id of ids) await pause(id, false)
            return 'all are resumed'
          },
        ],
        [
          2,
          async () => {
            const delivery = random.pick(await deliveries())
            return `retry at ${delivery.outletId}: ${(await post(`deliveries/${delivery.id}/retry`)).status}`
          },
        ],
      ]
      const choice = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

      const isOpen = ({ status, isWaiting }: DeliveryRow): boolean =>
        !ended.includes(status) && (status !== 'failed' || isWaiting)
      /** Answers everything that waits; true if there was something to answer. */
      const answerAll = async (store: RecordingStore): Promise<boolean> => {
        const open = store.received.filter(
          ({ purpose, answers }) => answers.length === 0 || (purpose === 'takedown' && answers.at(-1) !== 'FileOK'),
        )
        for (const message of open)
          await store.answer(message, message.purpose === 'offer' ? random.pick(offerWords) : 'FileOK')
        return open.length > 0
      }
      /** Until nothing is left to do: stores answer, and the clock advances. */
      const settle = async (): Promise<void> => {
        for (const { id, isPaused } of outlets.list()) if (isPaused) await pause(id, false)
        nowMs += 48 * hourMs
        await runJob('carryOutTakedowns', {})
        for (let round = 0; round < 100; round++) {
          for (const delivery of (await deliveries()).filter(isOpen)) await advance(delivery)
          let isQuiet = true
          for (const store of stores) {
            await store.look()
            if (!(await answerAll(store))) continue
            await runJob('readLaterAnswers', { outletId: store.id })
            isQuiet = false
          }
          if (isQuiet && !(await deliveries()).some(isOpen)) return
          nowMs += 6 * hourMs
        }
        throw new Error(`seed ${seed} does not settle: ${JSON.stringify(await deliveries())}\n${steps.join('\n')}`)
      }

      for (let count = random.integer(3, 14); count > 0; count--) steps.push(await random.pick(choice)())
      steps.push('all settles')
      await settle()
      if (random.chance(0.5)) {
        steps.push(`last takedown: ${(await post('takedown', { reason })).status}`)
        await settle()
      }
      const ends = Object.fromEntries((await deliveries()).map(({ outletId, status }) => [outletId, status]))
      // Each look lists every answer, so those of earlier histories would slow down all later ones.
      for (const store of stores) await store.tidy()
      return { seed, steps, stores, ends, releaseStatus: (await release()).status }
    },
  }
}

const offerWords = ['FileOK', 'FileOK', 'FileOK', 'MetadataMissing', 'ResourceMissing'] as const
const takedownWords = ['FileOK', 'FileOK', 'InternalError'] as const

/** At least one. */
function someOf(random: Random, ids: readonly string[]): string[] {
  const some = ids.filter(() => random.chance(0.6))
  return some.length > 0 ? some : [random.pick(ids)]
}
