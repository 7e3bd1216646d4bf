import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { encodeWav, synthesise } from '../../src/cli/synthesis/index.ts'
import { releaseMetadata, trackMetadata } from '../harness/release-metadata.ts'
import { coverJpeg } from '../harness/submittable.ts'
import {
  describeAccount,
  describeFeed,
  distributorPath,
  getToken,
  type KnownAccount,
  musicPath,
  send,
} from './describe-hub.ts'
import { packFixture, type UpgradeFixture } from './fixture.ts'

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
  const { feed, audio } = await describeFeed(url, integrationToken)
  await play(Object.keys(audio))
  await untilCounted(accounts)
  const path = analyticsPath()
  const described = accounts.map(({ master, cover, releaseIds, ...account }) =>
    describeAccount(url, { ...account, releaseIds, uploadIds: [master, cover], analyticsPath: path }),
  )
  return { version, integrationToken, accounts: await Promise.all(described), feed, audio }
}

interface OpenedAccount extends Pick<KnownAccount, 'id' | 'clientId' | 'clientSecret' | 'apiKey'> {
  readonly master: string
  readonly cover: string
  readonly releaseIds: string[]
}

async function openAccount(name: string, seed: number): Promise<OpenedAccount> {
  const id = (await operate('accounts', 'create', name)).trim()
  const printed = await operate('clients', 'create', '--account', id)
  const read = (what: string): string => new RegExp(`${what} +(\\S+)`).exec(printed)?.[1] ?? ''
  const [clientId, clientSecret] = [read('client id'), read('client secret')]
  const bearer = await getToken(url, { clientId, clientSecret })
  const permissions = ['music:read', 'music:write', 'catalog:read', 'analytics:read']
  const { key: apiKey } = await ask('POST', `${distributorPath}/keys`, {
    bearer,
    body: { name: 'Fixture', permissions },
  })
  const master = await upload(apiKey, 'audio/wav', makeMaster(seed))
  const cover = await upload(apiKey, 'image/jpeg', await coverJpeg())
  return { id, clientId, clientSecret, apiKey, master, cover, releaseIds: [] }
}

/** Six seconds that repeat a tenth of one, so that the archive stays small. */
function makeMaster(seed: number): Buffer {
  const { channels, ...audio } = synthesise({ seconds: 6, seed, sampleRate: 44_100 })
  const looped = channels.map((samples) => samples.map((_, index) => (samples[index % 4_410] ?? 0) >> 8))
  return Buffer.from(encodeWav({ ...audio, bitDepth: 16, channels: looped }))
}

async function upload(key: string, contentType: string, bytes: Buffer): Promise<string> {
  const sent = await fetch(`${url}${distributorPath}/uploads`, {
    method: 'POST',
    headers: { 'content-type': contentType, 'x-api-key': key },
    body: new Uint8Array(bytes),
  })
  const { id } = (await sent.json()) as { id: string }
  await until(`${distributorPath}/uploads/${id}`, key, ({ status }) => status === 'ready')
  return id
}

async function deliver(account: OpenedAccount, title: string, serial: number, wanted: string): Promise<void> {
  const { apiKey: key, master, cover } = account
  const track = { title: `${title} 1`, uploadId: master, ...trackMetadata(1) }
  const body = { ...releaseMetadata(serial), title, type: 'single', coverUploadId: cover, tracks: [track] }
  const { id } = await ask('POST', musicPath, { key, body })
  account.releaseIds.push(id)
  if (wanted === 'draft') return
  await ask('POST', `${musicPath}/${id}/submit`, { key })
  await until(
    `${musicPath}/${id}`,
    key,
    ({ status, deliverySummary }) => status === 'live' && deliverySummary.pending === 0,
  )
  if (wanted === 'live') return
  await ask('POST', `${musicPath}/${id}/takedown`, { key, body: { reason: 'The fixture of an upgrade' } })
  await until(`${musicPath}/${id}`, key, ({ status }) => status === wanted)
}

async function play(trackIds: readonly string[]): Promise<void> {
  const events = Array.from({ length: 100 }, (_, index) => ({
    id: randomUUID(),
    trackId: trackIds[index % trackIds.length],
    at: new Date().toISOString(),
    territory: ['DE', 'SE', 'US'][index % 3],
    playedMs: 40_000,
  }))
  await ask('POST', '/api/integration/plays', { bearer: integrationToken, body: events })
}

/** The roll-ups follow the plays within seconds. */
async function untilCounted(accounts: readonly OpenedAccount[]): Promise<void> {
  for (const { apiKey } of accounts) await until(analyticsPath(), apiKey, ({ data }) => data.length > 0)
}

function analyticsPath(): string {
  const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return `${distributorPath}/analytics?from=${day(1)}&to=${day(0)}&granularity=total&groupBy=territory&metrics=streams`
}

function ask(method: string, path: string, options: Parameters<typeof send>[3]) {
  return send(url, method, path, options)
}

async function until(path: string, key: string, isReached: (body: Awaited<ReturnType<typeof send>>) => boolean) {
  for (let tries = 0; tries < 600; tries++) {
    if (isReached(await ask('GET', path, { key }))) return
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
