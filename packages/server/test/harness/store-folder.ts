import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConvertCover, type FolderSettings, quirks, storeOutlets } from '../../src/features/interchange/index.ts'
import type { OutletAdapter } from '../../src/features/outlets/index.ts'
import { temporaryFolder } from './cleanup.ts'
import { hasErnSchema, schemaErrors } from './ern-schema.ts'
import { eventually } from './eventually.ts'
import type { TestHub, TestHubOptions } from './hub.ts'
import { openReleaseHub, type ReleaseFixture } from './releases.ts'
import { coverJpeg, shortMaster, storeFile } from './submittable.ts'

/** Stores that take packages from folders, and a hub that sends them releases with real files. */

export interface Sent {
  readonly batch: string
  readonly xml: string
  readonly messageId: string
}

const { leastRecipients: _least, ...usual } = quirks.generic
export const settingsFor = (folder: string, more: Partial<FolderSettings> = {}): FolderSettings => ({
  ...usual,
  outletProfile: 'generic',
  folder,
  recipients: [{ dpid: 'PADPIDA2099010102B', name: 'Example Store' }],
  profile: 'Audio',
  ernVersion: '4.3.2',
  avsVersion: '9',
  isTest: true,
  choreography: 'batch',
  manifestHash: 'SHA-256',
  acknowledges: true,
  liveOn: 'ack',
  resendFiles: 'until_acknowledged',
  writeFiles: 'renamed',
  askEverySeconds: 0.1,
  ...more,
})

const judged = new Set<string>()

/** In every test, all messages must be valid according to the schema. */
function requireValid(xml: string): void {
  if (!hasErnSchema || judged.has(xml)) return
  const errors = schemaErrors(xml)
  if (errors.length > 0) throw new Error(`a message that the schema refuses: ${errors.join('; ')}`)
  judged.add(xml)
}

/** The hub removes packages that it will not complete: a store that looks later finds nothing there. */
function ifWithdrawn(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}

/** The complete packages, in the order of the batches. */
export async function readStore(folder: string): Promise<Sent[]> {
  const batches = (await readdir(folder)).filter((name) => /^\d{17}$/.test(name)).sort()
  const sent = await Promise.all(
    batches.map(async (batch): Promise<Sent[]> => {
      const names = await readdir(join(folder, batch)).catch(ifWithdrawn)
      if (!names.includes(`BatchComplete_${batch}.xml`)) return []
      const release = names.find((name) => !name.endsWith('.xml')) ?? ''
      const xml = await readFile(join(folder, batch, release, `${release}.xml`), 'utf8')
      requireValid(xml)
      return [{ batch, xml, messageId: /<MessageId>([^<]+)/.exec(xml)?.[1] ?? '' }]
    }),
  )
  return sent.flat()
}

/** The store's answer to a message, and its file name. Of two files, the one with the later name counts. */
export const acknowledgementOf = (messageId: string, status: string, text = '', name = 'ACK') => ({
  path: `acknowledgements/${name}_${messageId}_${status}.xml`,
  xml: `<AcknowledgementMessage><Acknowledgement><MessageId>${messageId}</MessageId><MessageStatus><Status>${status}</Status><Information>${text}</Information></MessageStatus></Acknowledgement></AcknowledgementMessage>`,
})

export async function acknowledge(folder: string, ...answer: Parameters<typeof acknowledgementOf>): Promise<void> {
  await mkdir(join(folder, 'acknowledgements'), { recursive: true })
  const { path, xml } = acknowledgementOf(...answer)
  await writeFile(join(folder, path), xml)
}

/** Starts the job that runs every five minutes, and waits until it has read every store. */
export async function readLaterAnswers({ opened }: Pick<TestHub, 'opened'>): Promise<void> {
  const { system } = opened.database
  await system.row(`select graphile_worker.add_job('sweepLaterAnswers', '{}'::json, job_key => 'test')`)
  await eventually(
    async () =>
      (await system.row(
        `select from graphile_worker.jobs where task_identifier in ('sweepLaterAnswers', 'readLaterAnswers')`,
      )) === undefined,
    { what: 'the end of the look' },
  )
}

export interface StoreHub {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
  addStore(more?: Partial<FolderSettings>): Promise<{ readonly id: string; readonly folder: string }>
  /** A release of one track with real files, submitted to one outlet. */
  // biome-ignore lint/suspicious/noExplicitAny: as the answers of the harness
  submit(outlet: string, changes?: object): Promise<any>
  /** Once the first delivery of a release has this status. */
  reach(releaseId: string, status: string): Promise<unknown>
  nthMessage(folder: string, count: number): Promise<Sent>
}

/** The settings with which a hub sends messages. */
export const senderEnvironment = { SPINDLE_DPID: 'PADPIDA2099010101A', SPINDLE_DPID_NAME: 'Example Hub' }

export async function openStoreHub(options: TestHubOptions = {}): Promise<StoreHub> {
  const { hub, fixture } = await openReleaseHub({ role: 'all', environment: senderEnvironment, ...options })
  return addStoresTo(hub, fixture)
}

/** For adapters made for a test, whose covers all go as they are. */
export const convertCover: ConvertCover = async () => undefined

/** The same, with pauses between attempts that are short enough for a test. */
export async function openQuickStoreHub(convert = convertCover): Promise<StoreHub> {
  const retry = { maxAttempts: 20, firstPauseMs: 20, maxPauseMs: 100, timeoutMs: 60_000 }
  const { promise, resolve } = Promise.withResolvers<OutletAdapter>()
  const adapter: OutletAdapter = {
    kind: 'folder',
    mayReadMetadata: false,
    isSlow: true,
    retry,
    deliver: async (message, access) => (await promise).deliver(message, access),
    takedown: async (message, access) => (await promise).takedown(message, access),
    readLaterAnswers: async (...asked) => (await (await promise).readLaterAnswers?.(...asked)) ?? [],
  }
  const store = await openStoreHub({ overrides: { outletAdapters: [adapter] } })
  const { hub, opened } = store.hub
  const { ids, log } = hub.http
  const sender = { dpid: senderEnvironment.SPINDLE_DPID, name: senderEnvironment.SPINDLE_DPID_NAME }
  const parts = {
    database: opened.database,
    clock: { now: Date.now },
    ids,
    log,
    sender,
    convertCover: convert,
    outlets: hub.outlets,
  }
  const folderOutlet = storeOutlets(parts).find(({ kind }) => kind === 'folder')
  if (folderOutlet) resolve(folderOutlet)
  return store
}

export async function addStoresTo(hub: TestHub, fixture: ReleaseFixture): Promise<StoreHub> {
  const at = { url: hub.hub.url, key: fixture.key }
  const [uploadId, coverUploadId] = await Promise.all([
    storeFile(at, 'audio/wav', shortMaster(1)),
    coverJpeg().then((bytes) => storeFile(at, 'image/jpeg', bytes)),
  ])
  let serial = 0
  return {
    hub,
    fixture,
    async addStore(more = {}) {
      const folder = await temporaryFolder('spindle-store')
      const id = `store-${++serial}`
      await hub.hub.outlets.add({ id, kind: 'folder', name: 'Example Store', settings: settingsFor(folder, more) })
      await eventually(() => hub.hub.outlets.list().some((outlet) => outlet.id === id) || undefined, { what: id })
      return { id, folder }
    },
    async submit(outlet, changes = {}) {
      const body = await fixture.body({ outlets: [outlet], coverUploadId, ...changes })
      const tracks = body.tracks.map((track) => ({ ...track, uploadId }))
      return (await fixture.post('/api/v1/music-distributor/releases', { ...body, tracks, submit: true })).body
    },
    reach: (releaseId, wanted) =>
      eventually(async () => (await fixture.get(releaseId)).body.deliveries[0]?.status === wanted || undefined, {
        what: `a delivery that is ${wanted}`,
      }),
    nthMessage: (folder, count) =>
      eventually(async () => (await readStore(folder))[count - 1], { what: `message ${count} of the store` }),
  }
}
