import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openAccount } from '../faults/database-restart/open-account.ts'
import { call } from '../harness/api-client.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { type BucketFolder, bucketFolder } from '../harness/object-store/bucket-folder.ts'
import { isSwiftMissing, startSwift } from '../harness/object-store/swift.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { releaseMetadata, trackMetadata } from '../harness/release-metadata.ts'
import { folderFiles, listEndMarks, readPackage, readPackages, type StoreFiles } from '../harness/sent-packages.ts'
import { isSshdMissing, type Sshd, startSshd } from '../harness/sshd.ts'
import { bucketStoreArguments } from '../harness/store-bucket.ts'
import { coverJpeg, masterWav, storeFile } from '../harness/submittable.ts'

/** kill -9 of the hub, and of the store's server, while packages are written: one whole package for each message. */

const kills = countFromEnvironment('STORE_KILLS', { usual: 3, soak: 20 })
const trackCount = countFromEnvironment('STORE_TRACKS', { usual: 4, soak: 24 })
const seed = seedFromEnvironment()
const seconds = countFromEnvironment('STORE_SECONDS', { usual: 31, soak: 31 })
const releasesPath = '/api/v1/music-distributor/releases'

it.skipIf(isSshdMissing() || isSwiftMissing())(
  `${kills} kills leave one whole package for each message (seed ${seed})`,
  { timeout: 600_000 + kills * 120_000 },
  async () => {
    const random = createRandom(seed)
    const dataDir = await mkdtemp(join(tmpdir(), 'spindle-stores-killed-'))
    const folder = await mkdtemp(join(tmpdir(), 'spindle-store-'))
    const sshd = await startSshd()
    const bucket = bucketFolder(await startSwift(), 'inbox/')
    const port = await freePort()
    const start = () => startHubProcess({ dataDir, port, environment: sender })
    let hub = await start()
    try {
      const stores = await addStores(dataDir, { folder, sshd, bucket })
      const { key } = await openAccount(hub, dataDir)
      const files = await storeFiles(hub, key)
      const releases: string[] = []
      const seen = new Set<string>()
      const counts = { hub: 0, sshd: 0, halfWritten: 0 }
      for (let round = 1; round <= kills; round++) {
        const before = await countFiles(stores)
        releases.push(await submit(hub, { key, files, serial: round, stores }))
        const least = before + random.integer(0, trackCount + 2)
        await eventually(async () => (await countFiles(stores)) >= least, {
          what: 'the moment to kill',
          timeoutMs: 240_000,
        })
        await sleep(random.integer(0, 30))
        if (random.chance(0.3)) {
          counts.sshd++
          await sshd.kill()
          await sshd.start()
        } else {
          counts.hub++
          await hub.kill()
          for (const store of stores) counts.halfWritten += await countHalfWritten(store, seen)
          hub = await start()
        }
      }
      for (const id of releases) await untilDelivered(hub, key, { id, stores })
      for (const store of stores) {
        const packages = await readPackages(store, 'batch')
        expect([store.id, packages.length]).toEqual([store.id, kills])
        expect(new Set(packages.map(({ messageId }) => messageId)).size).toBe(kills)
        // The files of the release, its message and the end mark; no part of anything.
        for (const { paths } of packages) expect(paths).toHaveLength(trackCount + 3)
        expect(await store.paths()).toHaveLength(kills * (trackCount + 3))
      }
      expect(await bucket.openUploads()).toEqual([])
      console.log(`stores killed: seed ${seed}, ${JSON.stringify(counts)}, every package whole and once`)
    } finally {
      await endHubProcess(hub, dataDir)
      for (const path of [dataDir, folder]) await rm(path, { recursive: true, force: true })
    }
  },
)

const sender = { SPINDLE_DPID: 'PADPIDA2099010101A', SPINDLE_DPID_NAME: 'Example Hub' }

interface Store extends StoreFiles {
  readonly id: string
}

interface Places {
  readonly folder: string
  readonly sshd: Sshd
  readonly bucket: BucketFolder
}

async function addStores(dataDir: string, { folder, sshd, bucket }: Places): Promise<Store[]> {
  const keyFile = join(dataDir, 'key-of-the-store')
  await writeFile(keyFile, sshd.privateKey)
  const inBucket = await bucketStoreArguments(bucket, dataDir)
  const bySftp = [
    ...['--sftp', `${sshd.user}@${sshd.host}:${sshd.port}`, '--directory', sshd.folder],
    ...['--host-key', sshd.hostKey, '--key-file', keyFile],
  ]
  const ways = { 'folder-store': ['--folder', folder], 'sftp-store': bySftp, 'bucket-store': inBucket }
  for (const [id, way] of Object.entries(ways)) {
    const args = ['outlets', 'add', id, '--name', id, '--to', 'PADPIDA2099010102B=Example']
    const { code, err } = await runOperatorCommand([...args, ...way, '--no-acknowledgements', '--live-on', 'ack'], {
      SPINDLE_DATA_DIR: dataDir,
      ...sender,
    })
    if (code !== 0) throw new Error(err.join('\n'))
  }
  return [
    { id: 'folder-store', ...folderFiles(folder) },
    { id: 'sftp-store', ...folderFiles(sshd.folder) },
    { id: 'bucket-store', ...bucket },
  ]
}

interface Files {
  readonly tracks: readonly string[]
  readonly cover: string
}

async function storeFiles({ url }: HubProcess, key: string): Promise<Files> {
  const tracks: string[] = []
  for (let track = 1; track <= trackCount; track++)
    tracks.push(await storeFile({ url, key }, 'audio/wav', masterWav(seed + track, seconds)))
  return { tracks, cover: await storeFile({ url, key }, 'image/jpeg', await coverJpeg()) }
}

interface Submission {
  readonly key: string
  readonly files: Files
  readonly serial: number
  readonly stores: readonly Store[]
}

async function submit({ url }: HubProcess, { key, files, serial, stores }: Submission): Promise<string> {
  const body = {
    ...releaseMetadata(serial),
    title: `Release ${serial}`,
    type: 'album',
    coverUploadId: files.cover,
    tracks: files.tracks.map((uploadId, index) => ({
      title: `Song ${index + 1}`,
      uploadId,
      ...trackMetadata(index + 1),
    })),
    outlets: stores.map(({ id }) => id),
    submit: true,
  }
  const answer = await call(url, 'POST', releasesPath, { key, body })
  if (answer.status !== 201) throw new Error(`submitting answered ${answer.status}: ${answer.text}`)
  return answer.body.id
}

interface Delivered {
  readonly id: string
  readonly stores: readonly Store[]
}

const untilDelivered = ({ url }: HubProcess, key: string, { id, stores }: Delivered) =>
  eventually(
    async () => {
      const { body } = await call(url, 'GET', `${releasesPath}/${id}`, { key })
      const statuses = body.deliveries.map(({ status }: { status: string }) => status)
      return statuses.length === stores.length && statuses.every((status: string) => status === 'live')
    },
    { what: `release ${id} to be at all stores`, timeoutMs: 400_000, intervalMs: 200 },
  )

/** Of all stores, whole or not. */
const countFiles = async (stores: readonly Store[]): Promise<number> =>
  (await Promise.all(stores.map((store) => store.paths()))).flat().length

/** Throws when a completion file precedes a file it promises; each is checked once. */
async function countHalfWritten(store: Store, seen: Set<string>): Promise<number> {
  const endMarks = await listEndMarks(store, 'batch')
  for (const endMark of endMarks.filter((path) => !seen.has(`${store.id} ${path}`))) {
    await readPackage(store, endMark)
    seen.add(`${store.id} ${endMark}`)
  }
  return new Set((await store.paths()).map((path) => path.split('/')[0])).size - endMarks.length
}
