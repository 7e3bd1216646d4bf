import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { encodeWav, synthesise } from '../../src/cli/synthesis/index.ts'
import { call } from '../harness/api-client.ts'
import { releaseMetadata, trackMetadata } from '../harness/release-metadata.ts'
import { coverJpeg } from '../harness/submittable.ts'
import { type FixtureAccount, type FixtureRelease, packFixture, type UpgradeFixture } from './fixture.ts'

/**
 * `node packages/server/test/upgrades/make-fixture.ts CHECKOUT` makes the fixture of a release from a checkout of its tag
 * in which `npm ci` was run. It talks to that hub only by its commands and API, as a customer does.
 */

const [checkout] = process.argv.slice(2)
if (checkout === undefined) throw new Error('Name a checkout of the released version in which `npm ci` was run.')
const program = join(checkout, 'packages/server/bin/hub.mjs')
const { version } = JSON.parse(await readFile(join(checkout, 'packages/server/package.json'), 'utf8')) as {
  version: string
}
const dataDir = await mkdtemp(join(tmpdir(), 'spindle-upgrade-'))
const integrationToken = randomBytes(32).toString('base64url')
const port = await findPort()
const url = `http://127.0.0.1:${port}`
const environment = {
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  SPINDLE_DATA_DIR: dataDir,
  SPINDLE_PORT: String(port),
  SPINDLE_PUBLIC_URL: url,
  SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}`,
  SPINDLE_SANDBOX_OUTLET: 'on',
}
const music = '/api/v1/music-distributor/releases'
const distributor = '/api/v1/distributor'

try {
  const hub = await startHub()
  const made = await stopAfter(hub, fill)
  await packFixture(version, dataDir)
  const path = fileURLToPath(new URL(`fixtures/${version}.json`, import.meta.url))
  await writeFile(path, `${JSON.stringify(made, undefined, 2)}\n`)
  console.log(`${path} and the archive beside it`)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function stopAfter<T>(hub: { stop(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await hub.stop()
  }
}

async function fill(): Promise<UpgradeFixture> {
  const accounts = [await openAccount('Blue Lamp', 1), await openAccount('Red Harbour', 2)]
  const [first, second] = accounts
  if (!first || !second) throw new Error('two accounts were opened')
  await deliver(first, 'Night Drive', 1, 'live')
  await deliver(first, 'Low Tide', 2, 'taken_down')
  await deliver(first, 'Unfinished', 3, 'draft')
  await deliver(second, 'Other Label', 1, 'live')
  const feed = await readFeed()
  const playable = feed.filter((track) => track.isPlayable).map(({ trackId }) => trackId)
  await play(playable)
  await untilCounted(accounts)
  return {
    version,
    integrationToken,
    accounts: await Promise.all(accounts.map(describeAccount)),
    feed,
    audio: Object.fromEntries(await Promise.all(playable.map(async (id) => [id, await digestOfAudio(id)] as const))),
  }
}

interface OpenedAccount {
  readonly id: string
  readonly clientId: string
  readonly clientSecret: string
  readonly apiKey: string
  readonly master: string
  readonly cover: string
  readonly releases: string[]
}

async function openAccount(name: string, seed: number): Promise<OpenedAccount> {
  const id = (await operate('accounts', 'create', name)).trim()
  const printed = await operate('clients', 'create', '--account', id)
  const read = (what: string): string => new RegExp(`${what} +(\\S+)`).exec(printed)?.[1] ?? ''
  const [clientId, clientSecret] = [read('client id'), read('client secret')]
  const token = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'keys:write',
    }),
  })
  const { access_token: bearer } = (await token.json()) as { access_token: string }
  const permissions = ['music:read', 'music:write', 'catalog:read', 'analytics:read']
  const { key: apiKey } = await send('POST', `${distributor}/keys`, { bearer, body: { name: 'Fixture', permissions } })
  const master = await upload(apiKey, 'audio/wav', makeMaster(seed))
  const cover = await upload(apiKey, 'image/jpeg', await coverJpeg())
  return { id, clientId, clientSecret, apiKey, master, cover, releases: [] }
}

/** Six seconds that repeat a tenth of one, so that the archive stays small. */
function makeMaster(seed: number): Buffer {
  const { channels, ...audio } = synthesise({ seconds: 6, seed, sampleRate: 44_100 })
  const looped = channels.map((samples) => samples.map((_, index) => (samples[index % 4_410] ?? 0) >> 8))
  return Buffer.from(encodeWav({ ...audio, bitDepth: 16, channels: looped }))
}

async function upload(key: string, contentType: string, bytes: Buffer): Promise<string> {
  const sent = await fetch(`${url}${distributor}/uploads`, {
    method: 'POST',
    headers: { 'content-type': contentType, 'x-api-key': key },
    body: new Uint8Array(bytes),
  })
  const { id } = (await sent.json()) as { id: string }
  await until(`${distributor}/uploads/${id}`, key, ({ status }) => status === 'ready')
  return id
}

async function deliver(account: OpenedAccount, title: string, serial: number, wanted: string): Promise<void> {
  const { apiKey: key, master, cover } = account
  const track = { title: `${title} 1`, uploadId: master, ...trackMetadata(1) }
  const body = { ...releaseMetadata(serial), title, type: 'single', coverUploadId: cover, tracks: [track] }
  const { id } = await send('POST', music, { key, body })
  account.releases.push(id)
  if (wanted === 'draft') return
  await send('POST', `${music}/${id}/submit`, { key })
  await until(
    `${music}/${id}`,
    key,
    ({ status, deliverySummary }) => status === 'live' && deliverySummary.pending === 0,
  )
  if (wanted === 'live') return
  await send('POST', `${music}/${id}/takedown`, { key, body: { reason: 'The fixture of an upgrade' } })
  await until(`${music}/${id}`, key, ({ status }) => status === wanted)
}

async function readFeed(): Promise<UpgradeFixture['feed']> {
  const { data } = await send('GET', '/api/integration/feed', { bearer: integrationToken })
  return data.map(({ trackId, deleted }: { trackId: string; deleted: boolean }) => ({ trackId, isPlayable: !deleted }))
}

async function play(trackIds: readonly string[]): Promise<void> {
  const events = Array.from({ length: 100 }, (_, index) => ({
    id: randomUUID(),
    trackId: trackIds[index % trackIds.length],
    at: new Date().toISOString(),
    territory: ['DE', 'SE', 'US'][index % 3],
    playedMs: 40_000,
  }))
  await send('POST', '/api/integration/plays', { bearer: integrationToken, body: events })
}

/** The roll-ups follow the plays within seconds. */
async function untilCounted(accounts: readonly OpenedAccount[]): Promise<void> {
  for (const { apiKey } of accounts) await until(analyticsPath(), apiKey, ({ data }) => data.length > 0)
}

function analyticsPath(): string {
  const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return `${distributor}/analytics?from=${day(1)}&to=${day(0)}&granularity=total&groupBy=territory&metrics=streams`
}

async function digestOfAudio(trackId: string): Promise<string> {
  const answer = await fetch(`${url}/api/integration/tracks/${trackId}/audio`, {
    headers: { authorization: `Bearer ${integrationToken}` },
  })
  if (answer.status !== 200) throw new Error(`the audio of ${trackId} answered ${answer.status}`)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}

async function describeAccount({ releases, master, cover, ...account }: OpenedAccount): Promise<FixtureAccount> {
  const { apiKey: key } = account
  const read = async (path: string) => send('GET', path, { key })
  const path = analyticsPath()
  const { data } = await read(path)
  const { id, clientId, clientSecret, apiKey } = account
  return {
    ...{ id, clientId, clientSecret, apiKey },
    releases: await Promise.all(releases.map(async (releaseId) => pickRelease(await read(`${music}/${releaseId}`)))),
    uploads: await Promise.all(
      [master, cover].map(async (uploadId) => {
        const { sha256, size } = await read(`${distributor}/uploads/${uploadId}`)
        return { id: uploadId, sha256, size }
      }),
    ),
    analytics: {
      path,
      byTerritory: Object.fromEntries(
        data.map(({ group, metrics }: { group: { territory: string }; metrics: { streams: number } }) => [
          group.territory,
          metrics.streams,
        ]),
      ),
    },
  }
}

function pickRelease({ id, status, title, upc, tracks }: FixtureRelease): FixtureRelease {
  const pickTrack = (track: FixtureRelease['tracks'][number]) => ({
    id: track.id,
    title: track.title,
    isrc: track.isrc,
    uploadId: track.uploadId,
  })
  return { id, status, title, upc, tracks: tracks.map(pickTrack) }
}

async function send(method: string, path: string, options: Parameters<typeof call>[3]) {
  const { status, body, text } = await call(url, method, path, options)
  if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  return body
}

async function until(path: string, key: string, isReached: (body: Awaited<ReturnType<typeof send>>) => boolean) {
  for (let tries = 0; tries < 600; tries++) {
    if (isReached(await send('GET', path, { key }))) return
    await sleep(100)
  }
  throw new Error(`${path} did not reach its state within a minute`)
}

async function operate(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: dataDir, env: environment })
  return stdout
}

async function startHub() {
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: dataDir,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the hub ended with ${child.exitCode}`)
    await sleep(100)
  }
  return {
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}
