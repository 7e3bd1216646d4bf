import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { encodeWav, synthesise } from '../../../server/src/cli/synthesis/index.ts'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { freePort, startTestHub } from '../../../server/test/harness/hub.ts'
import { coverCmyk, coverJpeg, masterWav } from '../../../server/test/harness/submittable.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import { makeFolder, type SpindleOptions, type SpindleResult } from '../harness/spindle-home.ts'

/** Everything the table of failures names, made to happen against a real hub. */

/** The command as the table shows it, and its result. */
export interface Failure {
  readonly args: readonly string[]
  readonly result: SpindleResult
}

const run = promisify(execFile)
const deliver = ['deliver', 'night-drive']
const list = ['releases', 'list']

const fail = async (args: readonly string[], options: SpindleOptions): Promise<Failure> => ({
  args,
  result: await runSpindle(args, options),
})

/** An album in its own folder, and the folder around it. */
async function makeAlbum(files: Readonly<Record<string, Uint8Array>>): Promise<string> {
  const parent = makeFolder()
  await mkdir(join(parent, 'night-drive'))
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(parent, 'night-drive', name), bytes)
  return parent
}

const goodAlbum = async (): Promise<string> =>
  makeAlbum({ '01 Opening.wav': masterWav(1), 'cover.jpg': await coverJpeg() })

export async function wrongKey(): Promise<Failure> {
  const hub = await startTestHub({ role: 'api' })
  const key = await (await createTestAccount(hub)).key()
  return fail(deliver, { hub, key: `${key.slice(0, -4)}0000`, cwd: await goodAlbum() })
}

export async function expiredKey(): Promise<Failure> {
  let now = Date.now()
  const hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => now } } })
  const account = await createTestAccount(hub)
  const body = { name: 'ci', permissions: ['music:read'], expiresAt: new Date(now + 3_600_000).toISOString() }
  const { body: created } = await hub.json('POST', '/api/v1/distributor/keys', { body, bearer: await account.token() })
  now += 7_200_000
  return fail(deliver, { hub, key: created.key, cwd: await goodAlbum() })
}

export async function missingPermission(): Promise<Failure> {
  const hub = await startTestHub({ role: 'api' })
  const key = await (await createTestAccount(hub)).key(['music:read'])
  return fail(deliver, { hub, key, cwd: await goodAlbum() })
}

export const hubDown = async (): Promise<Failure> =>
  fail(list, { hub: { url: `http://127.0.0.1:${await freePort()}` }, key: 'spn_any' })

export async function rateLimited(): Promise<Failure> {
  // The minute never ends, so that the limit holds as long as the test looks.
  const clock = { now: () => Date.UTC(2026, 10, 21, 8, 0, 59) }
  const hub = await startTestHub({ role: 'api', environment: { SPINDLE_RATE_LIMIT: '1/1/300' }, overrides: { clock } })
  const key = await (await createTestAccount(hub)).key()
  await runSpindle(list, { hub, key })
  return fail(list, { hub, key })
}

export async function badFiles(): Promise<Failure> {
  const hub = await startTestHub({ role: 'api' })
  const key = await (await createTestAccount(hub)).key()
  const samples = synthesise({ seconds: 31, seed: 1, sampleRate: 8_000 })
  const mono = Buffer.from(encodeWav({ ...samples, channels: samples.channels.slice(0, 1) }))
  return fail(deliver, { hub, key, cwd: await makeAlbum({ '01 Opening.wav': mono, 'cover.jpg': await coverCmyk() }) })
}

export const noNetwork = async (): Promise<Failure> =>
  fail(list, { hub: { url: 'https://hub.invalid' }, key: 'spn_any' })

/** Runs with a small disk at the folder; null where this user may not mount. */
async function withDisk(folder: string, mebibytes: number, work: () => Promise<Failure>): Promise<Failure | null> {
  await mkdir(folder, { recursive: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder])
  } catch {
    return null
  }
  try {
    return await work()
  } finally {
    await run('umount', ['-l', folder])
  }
}

export async function hubDiskFull(): Promise<Failure | null> {
  const hub = await startTestHub({ role: 'api', environment: { SPINDLE_DISK_RESERVE_BYTES: '0' } })
  const key = await (await createTestAccount(hub)).key()
  const cwd = await goodAlbum()
  return withDisk(join(hub.dataDir, 'uploads'), 3, () => fail(deliver, { hub, key, cwd }))
}

export async function localDiskFull(): Promise<Failure | null> {
  const hub = await startTestHub({ role: 'api' })
  const key = await (await createTestAccount(hub)).key()
  const album = await goodAlbum()
  const cwd = makeFolder()
  return withDisk(cwd, 12, async () => {
    await cp(album, cwd, { recursive: true })
    await writeFile(join(cwd, 'filler'), Buffer.alloc(12 << 20)).catch(() => {})
    return fail(deliver, { hub, key, cwd })
  })
}

/** `/dev/full` answers every write as a full disk does. */
export async function outputDiskFull(): Promise<Failure> {
  const hub = await startTestHub({ role: 'api' })
  const key = await (await createTestAccount(hub)).key()
  const args = ['catalog', 'list', '--format', 'csv']
  const program = fileURLToPath(new URL('../../bin/spindle.mjs', import.meta.url))
  const command = `'${process.execPath}' '${program}' ${args.join(' ')} > /dev/full`
  const env = {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    HOME: makeFolder(),
    SPINDLE_URL: hub.url,
    SPINDLE_API_KEY: key,
  }
  const child: SpindleResult = await run('sh', ['-c', command], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: SpindleResult) => error,
  )
  return { args: [...args, '>', 'catalog.csv'], result: child }
}
