import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openAccount } from '../faults/database-restart/open-account.ts'
import { call } from '../harness/api-client.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { releaseMetadata, trackMetadata } from '../harness/release-metadata.ts'
import { isSshdMissing, type Sshd, startSshd } from '../harness/sshd.ts'
import { coverJpeg, masterWav, storeFile } from '../harness/submittable.ts'

/** kill -9 of the hub, and of the store's server, while packages are written: one whole package for each message. */

const kills = countFromEnvironment('STORE_KILLS', { usual: 3, soak: 20 })
const trackCount = countFromEnvironment('STORE_TRACKS', { usual: 4, soak: 24 })
const seed = seedFromEnvironment()
const stores = ['folder-store', 'sftp-store'] as const
const releasesPath = '/api/v1/music-distributor/releases'

it.skipIf(isSshdMissing())(
  `${kills} kills leave one whole package for each message (seed ${seed})`,
  { timeout: 600_000 + kills * 60_000 },
  async () => {
    const random = createRandom(seed)
    const dataDir = await mkdtemp(join(tmpdir(), 'spindle-stores-killed-'))
    const folder = await mkdtemp(join(tmpdir(), 'spindle-store-'))
    const sshd = await startSshd()
    const port = await freePort()
    const start = () => startHubProcess({ dataDir, port, environment: sender })
    let hub = await start()
    try {
      await addStores(dataDir, folder, sshd)
      const { key } = await openAccount(hub, dataDir)
      const files = await storeFiles(hub, key)
      const releases: string[] = []
      const counts = { hub: 0, sshd: 0, halfWritten: 0 }
      for (let round = 1; round <= kills; round++) {
        releases.push(await submit(hub, { key, files, serial: round }))
        const least = random.integer(0, trackCount + 2)
        await eventually(async () => (await countFiles(folder, sshd.folder)) >= least + (round - 1) * trackCount, {
          what: 'the moment to kill',
          timeoutMs: 120_000,
        })
        await sleep(random.integer(0, 30))
        if (random.chance(0.3)) {
          counts.sshd++
          await sshd.kill()
          await sshd.start()
        } else {
          counts.hub++
          await hub.kill()
          for (const place of [folder, sshd.folder])
            counts.halfWritten += (await readPackages(place)).filter(({ isWhole }) => !isWhole).length
          hub = await start()
        }
      }
      for (const id of releases) await untilDelivered(hub, key, id)
      for (const place of [folder, sshd.folder]) {
        const packages = await readPackages(place)
        expect(packages.filter(({ isWhole }) => !isWhole)).toEqual([])
        expect(new Set(packages.map(({ messageId }) => messageId)).size).toBe(kills)
        expect(packages).toHaveLength(kills)
      }
      console.log(`stores killed: seed ${seed}, ${JSON.stringify(counts)}, every package whole and once`)
    } finally {
      await endHubProcess(hub, dataDir)
      for (const path of [dataDir, folder]) await rm(path, { recursive: true, force: true })
    }
  },
)

const sender = { SPINDLE_DPID: 'PADPIDA2099010101A', SPINDLE_DPID_NAME: 'Example Hub' }

async function addStores(dataDir: string, folder: string, sshd: Sshd): Promise<void> {
  const keyFile = join(dataDir, 'key-of-the-store')
  await writeFile(keyFile, sshd.privateKey)
  const places = [
    ['--folder', folder],
    [
      ...['--sftp', `${sshd.user}@${sshd.host}:${sshd.port}`, '--directory', sshd.folder],
      ...['--host-key', sshd.hostKey, '--key-file', keyFile],
    ],
  ]
  for (const [index, id] of stores.entries()) {
    const args = [
      'outlets',
      'add',
      id,
      '--name',
      id,
      '--to',
      'PADPIDA2099010102B=Example',
      '--no-acknowledgements',
      '--live-on',
      'ack',
    ]
    const { code, err } = await runOperatorCommand([...args, ...(places[index] ?? [])], {
      SPINDLE_DATA_DIR: dataDir,
      ...sender,
    })
    if (code !== 0) throw new Error(err.join('\n'))
  }
}

interface Files {
  readonly tracks: readonly string[]
  readonly cover: string
}

async function storeFiles({ url }: HubProcess, key: string): Promise<Files> {
  const tracks: string[] = []
  for (let track = 1; track <= trackCount; track++)
    tracks.push(await storeFile({ url, key }, 'audio/wav', masterWav(seed + track)))
  return { tracks, cover: await storeFile({ url, key }, 'image/jpeg', await coverJpeg()) }
}

interface Submission {
  readonly key: string
  readonly files: Files
  readonly serial: number
}

async function submit({ url }: HubProcess, { key, files, serial }: Submission): Promise<string> {
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
    outlets: stores,
    submit: true,
  }
  const answer = await call(url, 'POST', releasesPath, { key, body })
  if (answer.status !== 201) throw new Error(`submitting answered ${answer.status}: ${answer.text}`)
  return answer.body.id
}

const untilDelivered = ({ url }: HubProcess, key: string, id: string) =>
  eventually(
    async () => {
      const { body } = await call(url, 'GET', `${releasesPath}/${id}`, { key })
      const statuses = body.deliveries.map(({ status }: { status: string }) => status)
      return statuses.length === stores.length && statuses.every((status: string) => status === 'live')
    },
    { what: `release ${id} to be at both stores`, timeoutMs: 400_000, intervalMs: 200 },
  )

/** Of both stores, whole or not. */
const countFiles = async (...places: readonly string[]): Promise<number> => {
  const found = await Promise.all(places.map((place) => readdir(place, { recursive: true })))
  return found.flat().filter((name) => /\.(wav|jpg|xml)(\.part)?$/.test(name)).length
}

interface FoundPackage {
  readonly isWhole: boolean
  readonly messageId: string | undefined
}

/** Throws where an end mark stands before what it promises. */
async function readPackages(place: string): Promise<FoundPackage[]> {
  const batches = (await readdir(place)).filter((name) => /^\d{17}$/.test(name))
  return Promise.all(
    batches.map(async (batch): Promise<FoundPackage> => {
      const names = await readdir(join(place, batch))
      const endMark = names.find((name) => name === `BatchComplete_${batch}.xml`)
      if (endMark === undefined) return { isWhole: false, messageId: undefined }
      const release = names.find((name) => !name.includes('.')) ?? ''
      const xml = await readFile(join(place, batch, release, `${release}.xml`))
      const manifest = await readFile(join(place, batch, endMark), 'utf8')
      expect(manifest).toContain(createHash('sha256').update(xml).digest('hex'))
      const text = xml.toString()
      const uris = [...text.matchAll(/<URI>([^<]+)</g)].map(([, uri = '']) => uri)
      const sums = [...text.matchAll(/<HashSumValue>([^<]+)</g)].map(([, sum]) => sum)
      expect(uris).toHaveLength(trackCount + 1)
      for (const [index, uri] of uris.entries())
        expect(await sha256Of(join(place, batch, release, uri)), uri).toBe(sums[index])
      expect(await readdir(join(place, batch, release, 'resources'))).toHaveLength(trackCount + 1)
      return { isWhole: true, messageId: /<MessageId>([^<]+)/.exec(text)?.[1] }
    }),
  )
}

const sha256Of = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
