import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { call, Unanswered } from '../../harness/api-client.ts'
import { eventually } from '../../harness/eventually.ts'
import { createAccountByCommand, endHubProcess, type HubProcess, startHubProcess } from '../../harness/hub-process.ts'
import { createRandom, type Random } from '../../harness/random.ts'
import { getShared } from '../../harness/shared/get-shared.ts'
import { coverJpeg, masterWav, storeFile, submittableRelease, untilLive } from '../../harness/submittable.ts'
import { folderOfKilledPrograms } from '../../harness/temporary-files.ts'

/**
 * Drills as an operator does them: back up a working hub, lose it, restore it elsewhere, and continue there.
 * Acknowledged data from before the backup exists with the same hashes, and the property that was ahead reads its whole
 * feed.
 */

const integrationToken = 't'.repeat(40)
const permissions = ['music:read', 'music:write', 'catalog:read', 'analytics:read']

type Settings = Readonly<Record<string, string>>

/** A hub of a drill: the first, or one that was restored after so many others. */
interface Place {
  readonly number: number
  readonly dataDir: string
}

/** Where hubs keep the bytes of uploads, each in a separate place. */
export interface DrillStorage {
  environment(number: number): Settings
  /** As they are stored. */
  bytesOf(place: Place, uploadId: string): Promise<Buffer>
}

export interface Drills {
  /** Of the storage. */
  readonly name: string
  readonly drills: number
  readonly seed: number
  readonly isSkipped?: boolean
  open(): Promise<DrillStorage>
}

export const itRestores = (options: Drills): void =>
  it.skipIf(options.isSkipped)(
    `${options.drills} restores onto ${options.name} bring back what was acknowledged before the backup (seed ${options.seed})`,
    { timeout: 240_000 + options.drills * 60_000 },
    () => runDrills(options),
  )

async function runDrills({ name, drills, seed, open }: Drills): Promise<void> {
  const random = createRandom(seed)
  const storage = await open()
  const folder = await mkdtemp(join(tmpdir(), 'spindle-drill-'))
  const backups = join(folder, 'backups')
  const placeOf = (number: number): Place => ({ number, dataDir: join(folder, `hub-${number}`) })
  const start = ({ number, dataDir }: Place): Promise<HubProcess> =>
    startHubProcess({
      dataDir,
      environment: { SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}`, ...storage.environment(number) },
    })
  const command = ({ number, dataDir }: Place, args: readonly string[], killAfterMs?: number) =>
    runHubCommand(args, { SPINDLE_DATA_DIR: dataDir, ...storage.environment(number) }, killAfterMs)
  let place = placeOf(0)
  let hub = await start(place)
  const totals = { uploads: 0, releases: 0, killedBackups: 0 }
  try {
    const { key, trackId, uploadId } = await setUp(hub, place.dataDir, { seed, environment: storage.environment(0) })
    await cp(join(place.dataDir, 'hub-secret'), join(folder, 'hub-secret'))
    const work = createWork(random.fork('work'), { key, uploadId })
    for (let drill = 1; drill <= drills; drill++) {
      const writing = work.write(hub)
      await Promise.race([work.until(random.integer(10, 30)), writing])
      const cursor = await readFeed(hub)
      const before = work.acknowledged()
      const backUp = ['backup', 'create', '--to', backups]
      if (random.chance(0.5)) {
        totals.killedBackups++
        await command(place, backUp, random.integer(0, 600))
      }
      const made = await command(place, backUp)
      expect(made, `seed ${seed}, drill ${drill}`).toMatchObject({ code: 0 })
      await work.until(random.integer(1, 5))
      await hub.kill('tree')
      await writing
      await endHubProcess(hub, place.dataDir)

      const from = place
      place = placeOf(drill)
      expect(await command(from, ['backup', 'verify', backups, '--full'])).toMatchObject({ code: 0 })
      const options = ['--from', backups, '--to', place.dataDir, '--secret-file', join(folder, 'hub-secret')]
      expect(await command(place, ['backup', 'restore', ...options])).toMatchObject({ code: 0 })
      hub = await start(place)
      await verify(hub, { bytesOf: (id) => storage.bytesOf(place, id), key, before, removed: work.removed() })
      const sweep = await command(place, ['storage', 'sweep', '--json'])
      expect(JSON.parse(sweep.out)).toMatchObject({ missing: 0 })
      await expect(askFeed(hub, cursor)).rejects.toMatchObject({ cause: expect.stringContaining('feed_paused') })
      expect(await command(place, ['restore', 'finish'])).toMatchObject({ code: 0 })
      const feed = await askFeed(hub, cursor)
      expect(feed).toMatchObject({ reset: true, data: [expect.objectContaining({ trackId, deleted: false })] })
      totals.uploads += before.uploads.size
      totals.releases += before.releases.size
      work.goOnFrom(before)
      await rm(from.dataDir, { recursive: true, force: true })
    }
    console.log(`drill on ${name}: seed ${seed}, ${drills} restores, compared ${JSON.stringify(totals)}, 0 lost`)
  } finally {
    await endHubProcess(hub, place.dataDir)
    await rm(folder, { recursive: true, force: true })
  }
}

interface SetUp {
  readonly seed: number
  readonly environment: Settings
}

/** An account with a key, and a track that is live at the property. */
async function setUp(
  hub: HubProcess,
  dataDir: string,
  { seed, environment }: SetUp,
): Promise<Access & { trackId: string }> {
  const { clientId, clientSecret } = await createAccountByCommand(dataDir, 'Drill Records', environment)
  const token = await call(hub.url, 'POST', '/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
  })
  const made = await call(hub.url, 'POST', '/api/v1/distributor/keys', {
    bearer: token.body.access_token,
    body: { name: 'main', permissions },
  })
  const access = { url: hub.url, key: made.body.key as string }
  const uploadId = await storeFile(access, 'audio/wav', masterWav(seed))
  const coverUploadId = await storeFile(access, 'image/jpeg', await coverJpeg())
  const body = { ...submittableRelease({ title: 'First', uploadId, coverUploadId, serial: 1 }), submit: true }
  const { id } = (await call(hub.url, 'POST', releasesPath, { key: access.key, body })).body
  const live = await untilLive(access, id)
  return { key: access.key, uploadId, trackId: live.tracks[0].id }
}

interface Access {
  readonly key: string
  /** A master for drafts. */
  readonly uploadId: string
}

const releasesPath = '/api/v1/music-distributor/releases'
const uploadsPath = '/api/v1/distributor/uploads'

interface Acknowledged {
  /** SHA-256 by id. */
  readonly uploads: ReadonlyMap<string, string>
  /** Titles by id. */
  readonly releases: ReadonlyMap<string, string>
}

/** A client that stores files, creates drafts and removes files, and records the hub's answers. */
function createWork(random: Random, { key, uploadId }: Access) {
  let uploads = new Map<string, string>()
  let releases = new Map<string, string>()
  const removed = new Set<string>()
  let count = 0

  async function store(url: string): Promise<void> {
    const bytes = random.bytes(random.integer(1, 200_000))
    const response = await fetch(`${url}${uploadsPath}`, {
      method: 'POST',
      headers: { 'content-type': 'audio/flac', 'x-api-key': key },
      body: new Uint8Array(bytes),
    })
    const text = await response.text()
    if (response.status === 503) throw new Unanswered('storing a file', 503, text)
    if (response.status !== 201) throw new Error(`storing a file answered ${response.status}: ${text}`)
    const { id } = JSON.parse(text) as { id: string }
    uploads.set(id, createHash('sha256').update(bytes).digest('hex'))
  }
  async function draft(url: string): Promise<void> {
    const title = random.word(20)
    const { status, body, text } = await call(url, 'POST', releasesPath, {
      key,
      body: { title, type: 'single', tracks: [{ title: 'Song', uploadId }] },
    })
    if (status !== 201) throw new Error(`making a draft answered ${status}: ${text}`)
    releases.set(body.id, title)
  }
  async function remove(url: string): Promise<void> {
    const [id] = uploads.keys()
    if (id === undefined) return store(url)
    // No longer acknowledged, whether the answer arrives or not.
    uploads.delete(id)
    removed.add(id)
    await call(url, 'DELETE', `${uploadsPath}/${id}`, { key, headers: { 'tus-resumable': '1.0.0' } })
  }

  return {
    acknowledged: (): Acknowledged => ({ uploads: new Map(uploads), releases: new Map(releases) }),
    removed: (): ReadonlySet<string> => new Set(removed),
    /** Later acknowledgements do not count. */
    goOnFrom(before: Acknowledged): void {
      uploads = new Map([...before.uploads].filter(([id]) => !removed.has(id)))
      releases = new Map(before.releases)
    },
    /** Resolves after this many more writes were acknowledged. */
    async until(writes: number): Promise<void> {
      const goal = count + writes
      await eventually(() => count >= goal || undefined, {
        what: `${writes} writes`,
        intervalMs: 2,
      })
    },
    /** Writes until the hub is gone. */
    async write(hub: HubProcess): Promise<void> {
      while (hub.process.exitCode === null && hub.process.signalCode === null) {
        try {
          const choice = random.integer(0, 9)
          await (choice < 5 ? store(hub.url) : choice < 9 ? draft(hub.url) : remove(hub.url))
          count++
        } catch (error) {
          // The hub is being killed, or answers 503: nothing was acknowledged. Fetch throws a TypeError.
          if (!(error instanceof Unanswered || error instanceof TypeError)) throw error
          await sleep(5)
        }
      }
    },
  }
}

interface Verification {
  bytesOf(uploadId: string): Promise<Buffer>
  readonly key: string
  readonly before: Acknowledged
  readonly removed: ReadonlySet<string>
}

async function verify(hub: HubProcess, { bytesOf, key, before, removed }: Verification): Promise<void> {
  for (const [id, sha256] of before.uploads) {
    const { status, body } = await call(hub.url, 'GET', `${uploadsPath}/${id}`, { key })
    // Removed while the backup began: either state is true.
    if (removed.has(id) && body.status === 'expired') continue
    expect({ id, status, sha256: body.sha256 }).toEqual({ id, status: 200, sha256 })
    const stored = createHash('sha256').update(await bytesOf(id))
    expect({ id, stored: stored.digest('hex') }).toEqual({ id, stored: sha256 })
  }
  for (const [id, title] of before.releases) {
    const { status, body } = await call(hub.url, 'GET', `${releasesPath}/${id}`, { key })
    expect({ id, status, title: body.title }).toEqual({ id, status: 200, title })
  }
}

const askFeed = async (hub: HubProcess, cursor?: string) =>
  (
    await call(hub.url, 'GET', `/api/integration/feed${cursor === undefined ? '' : `?cursor=${cursor}`}`, {
      bearer: integrationToken,
    })
  ).body

const readFeed = async (hub: HubProcess): Promise<string> => (await askFeed(hub)).page.nextCursor

/** An operator's command in a separate process, next to the hub; `killAfterMs` ends it as a power cut does. */
async function runHubCommand(
  args: readonly string[],
  environment: Settings,
  killAfterMs?: number,
): Promise<{ code: number | null; out: string; err: string }> {
  const binary = fileURLToPath(new URL('../../../bin/hub.mjs', import.meta.url))
  await getShared('hubBundle')
  const child = spawn(process.execPath, [binary, ...args], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TMPDIR: folderOfKilledPrograms(), ...environment },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk
  })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  if (killAfterMs !== undefined) {
    await Promise.race([closed, sleep(killAfterMs)])
    child.kill('SIGKILL')
  }
  return { code: await closed, out, err }
}
