import { beforeAll, describe, expect, it } from 'vitest'
import { openAccount } from '../faults/database-restart/open-account.ts'
import { call } from '../harness/api-client.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { type BucketAddress, bucketFolder } from '../harness/object-store/bucket-folder.ts'
import { type FakeS3, startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { addStore, describeStoreLife, temporaryFolder, wishes } from '../harness/object-store/store-in-bucket.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { releasesPath } from '../harness/releases.ts'
import { readPackages } from '../harness/sent-packages.ts'
import { bucketStoreArguments } from '../harness/store-bucket.ts'
import { openStoreHub, type StoreHub, senderEnvironment } from '../harness/store-folder.ts'
import { coverJpeg, masterWav, storeFile, submittableRelease } from '../harness/submittable.ts'

const addressOf = ({ options }: FakeS3): BucketAddress => ({
  ...options,
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
})

describe('a store that takes packages from a bucket', () => {
  let hub: StoreHub
  beforeAll(async () => {
    // The secret comes from the operator's shell.
    hub = await openStoreHub({ environment: { SPINDLE_SECRET: 's'.repeat(32), ...senderEnvironment } })
  })

  describe('in memory', () => {
    let fake: FakeS3
    beforeAll(async () => {
      fake = await startFakeS3()
    })
    describeStoreLife(
      () => hub,
      () => addressOf(fake),
    )

    it('gets files first, then the message, and the completion file last', async () => {
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
})
