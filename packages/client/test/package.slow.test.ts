import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { compile, getPacked, install, root, run } from './harness/install.ts'

/** The package as it is published: built, installed in an empty project, and used as its README says. */

const installed = 'node_modules/@spindle/client'
let hub: TestHub
let folder: string
let project: string
let environment: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spindle-package-'))
  project = join(folder, 'project')
  await install(project, [await getPacked('contract'), await getPacked('client')], ['@types/node'])
  hub = await startTestHub()
  const { clientId, clientSecret, key } = await createTestAccount(hub)
  environment = {
    SPINDLE_URL: hub.url,
    SPINDLE_API_KEY: await key(),
    SPINDLE_CLIENT_ID: clientId,
    SPINDLE_CLIENT_SECRET: clientSecret,
  }
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function snippets(name = installed): Promise<string[]> {
  const readme = await readFile(join(project, name, 'README.md'), 'utf8')
  return Array.from(readme.matchAll(/```ts\n(.*?)```/gs), ([, code = '']) => code)
}

describe('the README', () => {
  beforeAll(async () => {
    for (const name of ['01 Opening.wav', '02 Second.wav', '03 Closing.wav'])
      await cp(join(project, 'package.json'), join(project, name))
    for (const [index, code] of (await snippets()).entries())
      await writeFile(join(project, `snippet-${index}.ts`), code)
  })

  it('has snippets that compile against the published types', { timeout: 240_000 }, async () => {
    const config = { extends: join(root, 'tsconfig.base.json'), include: ['*.ts'] }
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config))
    const [code = ''] = await snippets('node_modules/@spindle/contract')
    await writeFile(join(project, 'contract.ts'), code)
    expect(await compile(project, ['-p', '.'])).toBe('')
  })

  it('of the contract has a snippet that runs', async () => {
    const { stdout } = await run(process.execPath, ['contract.ts'], { cwd: project })
    expect(stdout).toMatch(/^createRelease POST \/api\/v1\/music-distributor\/releases\n/m)
    expect(stdout).toMatch(/^\d+ paths$/m)
  })

  it.each([
    [0, /^error \/tracks\/0/m],
    // What the first one made cannot be submitted: its files are not audio.
    [1, /^\/\S+ .+/m],
    [2, /^spn_.* has 42 characters/],
    [3, /^rejected \[/m],
    [4, /music:read.*\/contact/s],
  ])('has a snippet %i that runs', async (index, output) => {
    const path = join(project, `snippet-${index}.ts`)
    const options = { cwd: project, env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...environment } }
    const { stdout, stderr } = await run(process.execPath, [path], options)
    expect(stderr).toBe('')
    expect(stdout).toMatch(output)
  })

  it('shows no other snippets than these, and the first is twelve lines long', async () => {
    const all = await snippets()
    expect(all).toHaveLength(5)
    expect(all[0]?.split('\n').filter((line) => line.trim() !== '')).toHaveLength(12)
  })
})

describe('the published package', () => {
  it('imports no other package while it runs, but Node in its entry for Node and the contract where it suggests', async () => {
    const dist = join(project, installed, 'dist')
    const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'))
    expect(files.length).toBeGreaterThan(20)
    const isAllowed = (name: string, from: string): boolean =>
      from.startsWith('.') ||
      from === '#environment-fetch' ||
      (name.startsWith('node') && from.startsWith('node:')) ||
      (name.startsWith('suggest/') && from.startsWith('@spindle/contract/'))
    for (const name of files) {
      const code = await readFile(join(dist, name), 'utf8')
      const foreign = Array.from(code.matchAll(/\bfrom '([^']+)'/g), ([, from = '']) => from).filter(
        (from) => !isAllowed(name, from),
      )
      expect({ name, foreign }).toEqual({ name, foreign: [] })
    }
  })

  /** The compiler's errors for an entry with `lib` only. */
  async function complaintsOf(entry: string, lib: string): Promise<string> {
    const config = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { target: 'es2022', lib: ['es2022', lib, `${lib}.iterable`, `${lib}.asynciterable`], types: [] },
      files: [join(root, `packages/client/src/${entry}.ts`)],
      include: [],
    }
    const path = join(project, `${entry.replaceAll('/', '-')}-${lib}.json`)
    await writeFile(path, JSON.stringify(config))
    return compile(root, ['-p', path])
  }

  it.each(['dom', 'webworker'])('needs nothing but what %s has', { timeout: 240_000 }, async (lib) => {
    expect(await complaintsOf('index', lib)).toBe('')
  })

  it('needs Node in what is for Node, which that check detects', { timeout: 240_000 }, async () => {
    expect(await complaintsOf('node/file-upload-cache', 'dom')).toContain(
      'packages/client/src/node/file-upload-cache.ts(1,',
    )
  })

  it('is at most 25 kB gzipped for a browser, and does not use Node', async () => {
    const bundle = join(project, 'bundle.js')
    const input = join(project, installed, 'dist/index.js')
    await run(join(root, 'node_modules/.bin/rolldown'), [input, '--platform', 'browser', '--minify', '-o', bundle])
    const code = await readFile(bundle, 'utf8')
    expect(code).not.toMatch(/\bimport\b|\brequire\(|\bprocess\b|\bBuffer\b/)
    expect(gzipSync(code).length).toBeLessThan(25_000)
  })
})
