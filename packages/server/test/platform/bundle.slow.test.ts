import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rename, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { endHubProcess, startHubProcess } from '../harness/hub-process.ts'
import { folderOfKilledPrograms } from '../harness/temporary-files.ts'

/** The hub as a bundle, made and started in a copy of the checkout whose sources may be changed. */

const run = promisify(execFile)
const checkout = new URL('../../../../', import.meta.url).pathname

let server: string
let place: string
beforeEach(async () => {
  const folder = await temporaryFolder('spindle-bundled')
  server = join(folder, 'packages/server')
  place = join(server, 'dist/hub')
  await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['bin', 'src', 'migrations', 'package.json'])
    await cp(join(checkout, 'packages/server', name), join(server, name), { recursive: true })
})

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, TMPDIR: folderOfKilledPrograms() })
const bundler = (): string => join(server, 'src/platform/bundle/bundle-hub.ts')
const makeBundle = (...kind: 'image'[]) => run(process.execPath, [bundler(), ...kind], { env: environment() })

async function findFolder(): Promise<string> {
  const { folder } = JSON.parse(await readFile(join(place, 'bundle.json'), 'utf8')) as { folder: string }
  return join(place, folder)
}

/** As long as the one in the sources, so that the help tells which code wrote it. */
const summaries = { sources: 'Run a Spindle hub.', bundle: 'Run a bundled hub.' }

async function markBundle(): Promise<void> {
  const main = join(await findFolder(), 'main.js')
  const code = await readFile(main, 'utf8')
  expect(code).toContain(summaries.sources)
  await writeFile(main, code.replace(summaries.sources, summaries.bundle))
}

async function findRunning(more: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: '/', env: { ...environment(), ...more } }
  const { stdout } = await run(process.execPath, [join(server, 'bin/hub.mjs'), '--help'], options)
  return stdout.includes(summaries.bundle) ? 'bundle' : stdout.includes(summaries.sources) ? 'sources' : stdout
}

async function makeMarkedBundle(): Promise<void> {
  await makeBundle()
  await markBundle()
  expect(await findRunning()).toBe('bundle')
}

describe('the bundle of a checkout', () => {
  it('is made by the first start and serves the second one', { timeout: 600_000 }, async () => {
    const dataDir = join(await temporaryFolder('spindle-bundled-data'), 'data')
    const start = () =>
      startHubProcess({ dataDir, program: join(server, 'bin/hub.mjs'), environment: { SPINDLE_BUNDLE: 'auto' } })
    const first = await start()
    try {
      expect(first.said()).toContain('"bundled":false')
      await eventually(() => first.said().includes('"event":"hub.bundled"'), { what: 'the bundle', timeoutMs: 300_000 })
    } finally {
      await first.stop()
    }
    const second = await start()
    try {
      expect(second.said()).toContain('"bundled":true')
      // Texts, styles and steps of the schema are files beside the sources.
      for (const path of ['/docs', '/style.css', '/auth.md', '/docs/mcp', '/openapi.json'])
        expect([path, (await fetch(second.url + path)).status]).toEqual([path, 200])
      const unverified = await fetch(`${second.url}/api/integration/verify`)
      expect(unverified.status).toBe(401)
      expect((await second.stop()).code).toBe(0)
      expect(second.said()).not.toContain('hub.bundled')
    } finally {
      await endHubProcess(second, dataDir)
    }
  })

  const changed = 'export const one = 2\n'
  const changes: Readonly<Record<string, (path: string, date: Date) => Promise<void>>> = {
    'is written to': (path) => writeFile(path, changed),
    'is replaced by one of the same size and date': async (path, date) => {
      await writeFile(`${path}.new`, changed)
      await utimes(`${path}.new`, date, date)
      await rename(`${path}.new`, path)
    },
  }
  it.each(Object.entries(changes))('is not used once a source %s', async (_name, change) => {
    const path = join(server, 'src/platform/values/one.ts')
    const date = new Date('2026-01-01')
    await writeFile(path, changed.replace('2', '1'))
    await utimes(path, date, date)
    const main = join(server, 'src/main.ts')
    await writeFile(main, `import { one } from './platform/values/one.ts'\nvoid one\n${await readFile(main, 'utf8')}`)
    await makeMarkedBundle()
    await change(path, date)
    expect(await findRunning()).toBe('sources')
    await makeMarkedBundle()
  })

  it('of an image has no dates, and is not used once a source is newer than its record', async () => {
    await makeBundle('image')
    await markBundle()
    expect(await findRunning()).toBe('bundle')
    const main = join(server, 'src/main.ts')
    const text = await readFile(main, 'utf8')
    const long = new Date('2026-01-01')
    await utimes(main, long, long)
    expect(await findRunning()).toBe('bundle')
    await writeFile(main, text)
    expect(await findRunning()).toBe('sources')
  })

  it('is not used if the setting is off, or if a part of it is damaged', async () => {
    await makeMarkedBundle()
    expect(await findRunning({ SPINDLE_BUNDLE: 'off' })).toBe('sources')
    await truncate(join(await findFolder(), 'main.js'), 0)
    expect(await findRunning()).toBe('sources')
  })

  it('is whole when several processes make it at once, and when one is killed', { timeout: 600_000 }, async () => {
    const killed = await killWhileItWrites()
    expect(killed).toBe('SIGKILL')
    expect(await findRunning()).toBe('sources')
    await Promise.all([makeBundle(), makeBundle()])
    const folders = (await readdir(place)).filter((name) => /^[0-9a-f]{16}$/.test(name))
    expect(folders).toHaveLength(1)
    await markBundle()
    expect(await findRunning()).toBe('bundle')
    await killWhileItWrites()
    expect(await findRunning()).toBe('bundle')
  })

  async function killWhileItWrites(): Promise<NodeJS.Signals | null> {
    const child: ChildProcess = spawn(process.execPath, [bundler()], { env: environment(), stdio: 'ignore' })
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('close', (_code, signal) => resolve(signal)),
    )
    const hasParts = async () => {
      const parts = await readdir(join(place, `.unfinished-${child.pid}`)).catch(() => [])
      return parts.length > 0
    }
    await eventually(hasParts, { what: 'the first parts', intervalMs: 1 })
    child.kill('SIGKILL')
    return ended
  }

  it('is no error where it cannot be written', { timeout: 600_000 }, async () => {
    await mkdir(join(server, 'dist'), { recursive: true })
    await writeFile(place, 'a file in place of the folder')
    await expect(makeBundle()).rejects.toThrow(/EEXIST|ENOTDIR/)
    const dataDir = join(await temporaryFolder('spindle-unbundled-data'), 'data')
    const settings = { SPINDLE_BUNDLE: 'auto', SPINDLE_LOG_LEVEL: 'debug' }
    const hub = await startHubProcess({ dataDir, program: join(server, 'bin/hub.mjs'), environment: settings })
    try {
      await eventually(() => hub.said().includes('"event":"hub.unbundled"'), {
        what: 'the refusal',
        timeoutMs: 300_000,
      })
      expect((await fetch(`${hub.url}/readyz`)).status).toBe(200)
    } finally {
      await endHubProcess(hub, dataDir)
    }
  })

  it('is not replaced by one that cannot be loaded', async () => {
    const main = join(server, 'src/main.ts')
    await writeFile(main, `import 'no-such-package'\n${await readFile(main, 'utf8')}`)
    await expect(makeBundle()).rejects.toThrow('no-such-package')
    await expect(readFile(join(place, 'bundle.json'))).rejects.toThrow('ENOENT')
  })

  it('names the sources in stack traces', async () => {
    const main = join(server, 'src/main.ts')
    const lines = (await readFile(main, 'utf8')).split('\n')
    const failing = "if (process.env.FAILS) throw new Error('on purpose' satisfies string)"
    await writeFile(main, [...lines, failing].join('\n'))
    await makeMarkedBundle()
    const failed = findRunning({ FAILS: 'yes' })
    await expect(failed).rejects.toThrow(`packages/server/src/main.ts:${lines.length + 1}:`)
    await expect(failed).rejects.not.toThrow(/ at .*dist\/hub/)
  })
})
