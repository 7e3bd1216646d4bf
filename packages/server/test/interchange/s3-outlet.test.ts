import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAccount } from '../faults/database-restart/open-account.ts'
import { call } from '../harness/api-client.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { type BucketAddress, bucketFolder } from '../harness/object-store/bucket-folder.ts'
import { type FakeS3, startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { isSwiftMissing, startSwift } from '../harness/object-store/swift.ts'
import { operatorOf, runOperatorCommand } from '../harness/operator.ts'
import { releasesPath } from '../harness/releases.ts'
import { readPackages } from '../harness/sent-packages.ts'
import { bucketStoreArguments } from '../harness/store-bucket.ts'
import {
  acknowledgementOf,
  openStoreHub,
  readLaterAnswers,
  type StoreHub,
  senderEnvironment,
} from '../harness/store-folder.ts'
import { coverJpeg, masterWav, storeFile, submittableRelease } from '../harness/submittable.ts'

const wishes = [
  ...['--name', 'Example Store', '--to', 'PADPIDA2099010102B=Example Store'],
  ...['--ask-every', '1', '--live-on', 'ack'],
]
const addressOf = ({ options }: FakeS3): BucketAddress => ({
  ...options,
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-bucket-store-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let places = 0
/** A store at a prefix of its own, added as an operator does. */
async function addStore(
  { hub, fixture }: StoreHub,
  address: BucketAddress,
  choreography: 'batch' | 'release_by_release',
) {
  const id = `bucket-${++places}`
  const store = bucketFolder(address, `inbox-${places}/`)
  const place = await bucketStoreArguments(store, await temporaryFolder())
  const { code, err } = await operatorOf(hub)('outlets', 'add', id, ...wishes, ...place, '--choreography', choreography)
  if (code !== 0) throw new Error(err.join('\n'))
  await eventually(() => hub.hub.outlets.list().some((outlet) => outlet.id === id) || undefined, { what: id })
  return {
    id,
    store,
    nth: (count: number) =>
      eventually(async () => (await readPackages(store, choreography))[count - 1], { what: `package ${count}` }),
    answer: async (messageId: string, status: string, text?: string) => {
      const { path, xml } = acknowledgementOf(messageId, status, text)
      await store.write(path, xml)
    },
    deliveryOf: async (releaseId: string) => (await fixture.get(releaseId)).body.deliveries[0],
  }
}

/** What every store with a bucket sees of one release, until it is gone again. */
function describeLife(openHub: () => StoreHub, addressNow: () => BucketAddress): void {
  it.each(['batch', 'release_by_release'] as const)(
    'gets a release, what changes and the takedown: %s',
    async (way) => {
      const hub = openHub()
      const { id, store, nth, answer, deliveryOf } = await addStore(hub, addressNow(), way)
      const release = await hub.submit(id)
      const first = await nth(1)
      const { upc } = release
      const message = way === 'batch' ? [upc, `${upc}.xml`] : [`${upc}.xml`]
      const [place] = first.endMark.split('/')
      expect(first.paths).toEqual([
        [place, ...message].join('/'),
        [place, ...message.slice(0, -1), 'resources', `${upc}_T1_001.wav`].join('/'),
        [place, ...message.slice(0, -1), 'resources', `${upc}_T2_001.jpg`].join('/'),
        ...(way === 'batch' ? [`${place}/BatchComplete_${place}.xml`] : []),
      ])
      await hub.reach(release.id, 'sent')
      await answer(first.messageId, 'FileOK')
      await hub.reach(release.id, 'live')

      // After its first answer the store has listened to it.
      await answer(first.messageId, 'ResourceCorrupt', 'Track 1 is broken.')
      await readLaterAnswers(hub.hub)
      await hub.reach(release.id, 'refused')
      const refused = await deliveryOf(release.id)
      expect(refused.reason).toEqual({ code: 'resource_corrupt', message: 'Track 1 is broken.' })
      await hub.fixture.act(release.id, `deliveries/${refused.id}/retry`)
      const second = await nth(2)
      expect(second.paths).toHaveLength(first.paths.length)
      await answer(second.messageId, 'FileOK')
      await hub.reach(release.id, 'live')

      await hub.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
      const third = await nth(3)
      expect(third.xml).not.toContain('<DealList>')
      expect(third.paths).toHaveLength(first.paths.length - 2)
      await hub.reach(release.id, 'takedown_sent')
      await answer(third.messageId, 'NoDealInNewReleaseMessage')
      await hub.reach(release.id, 'taken_down')

      const packages = await readPackages(store, way)
      expect(new Set(packages.map(({ messageId }) => messageId)).size).toBe(3)
      const answers = (await store.paths()).filter((path) => path.startsWith('acknowledgements/'))
      expect(answers).toHaveLength(4)
      expect(await store.paths()).toHaveLength(packages.flatMap(({ paths }) => paths).length + answers.length)
      expect(await store.openUploads()).toEqual([])
    },
  )
}

describe('a store that takes packages from a bucket', () => {
  let hub: StoreHub
  beforeAll(async () => {
    // The secret is that of the operator's shell.
    hub = await openStoreHub({ environment: { SPINDLE_SECRET: 's'.repeat(32), ...senderEnvironment } })
  })

  describe('in memory', () => {
    let fake: FakeS3
    beforeAll(async () => {
      fake = await startFakeS3()
    })
    describeLife(
      () => hub,
      () => addressOf(fake),
    )

    it('is given files first, then the message, and last what tells that the package is whole', async () => {
      const { id, store, nth } = await addStore(hub, addressOf(fake), 'batch')
      const { upc } = await hub.submit(id)
      const [batch] = (await nth(1)).endMark.split('/')
      expect(fake.written.filter((name) => name.startsWith(store.prefix))).toEqual([
        `${store.prefix}${batch}/${upc}/resources/${upc}_T1_001.wav`,
        `${store.prefix}${batch}/${upc}/resources/${upc}_T2_001.jpg`,
        `${store.prefix}${batch}/${upc}/${upc}.xml`,
        `${store.prefix}${batch}/BatchComplete_${batch}.xml`,
      ])
    })

    it('gets one whole package from a hub that was killed in the middle of a file', { timeout: 300_000 }, async () => {
      const dataDir = await temporaryFolder()
      const port = await freePort()
      const start = () => startHubProcess({ dataDir, port, environment: senderEnvironment })
      let process: HubProcess = await start()
      atEnd(() => endHubProcess(process, dataDir))
      const store = bucketFolder(addressOf(fake), 'killed/')
      const place = await bucketStoreArguments(store, dataDir)
      const environment = { SPINDLE_DATA_DIR: dataDir, ...senderEnvironment }
      const added = await runOperatorCommand(
        ['outlets', 'add', 'killed', ...wishes, ...place, '--no-acknowledgements'],
        environment,
      )
      expect(added.err).toEqual([])
      const { key } = await openAccount(process, dataDir)
      const at = { url: process.url, key }
      // Two parts of a multipart upload.
      const uploadId = await storeFile(at, 'audio/wav', masterWav(2, 60))
      const coverUploadId = await storeFile(at, 'image/jpeg', await coverJpeg())
      const scripted = fake.faultOf
      const killed = new Promise<void>((resolve) => {
        let parts = 0
        fake.faultOf = (operation) => {
          if (operation !== 'part' || ++parts !== 2) return scripted(operation)
          fake.faultOf = scripted
          void process.kill().then(resolve)
          return 'silent'
        }
      })
      const body = {
        ...submittableRelease({ title: 'Cut', uploadId, coverUploadId, serial: 1 }),
        outlets: ['killed'],
        submit: true,
      }
      const { body: release } = await call(process.url, 'POST', releasesPath, { key, body })
      await killed
      expect(await readPackages(store, 'batch')).toEqual([])
      expect(await store.openUploads()).toHaveLength(1)
      process = await start()
      await eventually(
        async () => (await call(process.url, 'GET', `${releasesPath}/${release.id}`, { key })).body.status === 'live',
        { what: 'the release to be live', timeoutMs: 240_000 },
      )
      const packages = await readPackages(store, 'batch')
      expect(packages).toHaveLength(1)
      expect(packages[0]?.paths).toEqual(await store.paths())
      expect(packages[0]?.paths).toHaveLength(4)
      expect(await store.openUploads()).toEqual([])
    })
  })

  describe.skipIf(isSwiftMissing())('of OpenStack Swift', () => {
    let swift: BucketAddress
    beforeAll(async () => {
      swift = await startSwift()
    }, 180_000)
    describeLife(
      () => hub,
      () => swift,
    )
  })
})
