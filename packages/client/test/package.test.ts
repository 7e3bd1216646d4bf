import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'

/** The package as it is published: built, installed in an empty project, and used as its README says. */

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const source = join(root, 'packages/client')
const installed = 'node_modules/@spindle/client'
let hub: TestHub
let project: string
let environment: Record<string, string>

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'spindle-project-'))
  await mkdir(join(project, 'node_modules/@spindle'), { recursive: true })
  await symlink(join(root, 'packages/contract'), join(project, 'node_modules/@spindle/contract'))
  await symlink(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'))
  await run(process.execPath, [join(source, 'src/publish/build.ts'), join(project, installed)])
  hub = await startTestHub()
  const { clientId, clientSecret, key } = await createTestAccount(hub)
  environment = {
    SPINDLE_URL: hub.url,
    SPINDLE_API_KEY: await key(),
    SPINDLE_CLIENT_ID: clientId,
    SPINDLE_CLIENT_SECRET: clientSecret,
  }
})
afterAll(() => rm(project, { recursive: true, force: true }))

async function snippets(): Promise<string[]> {
  const readme = await readFile(join(project, installed, 'README.md'), 'utf8')
  return Array.from(readme.matchAll(/```ts\n(.*?)```/gs), ([, code = '']) => code)
}

describe('the README', () => {
  beforeAll(async () => {
    for (const name of ['01 Opening.wav', '02 Second.wav', '03 Closing.wav'])
      await cp(join(source, 'package.json'), join(project, name))
    await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
    for (const [index, code] of (await snippets()).entries())
      await writeFile(join(project, `snippet-${index}.ts`), code)
  })

  it('has snippets that compile against the published types', async () => {
    const config = { extends: join(root, 'tsconfig.json'), include: ['*.ts'] }
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const outcome = run(process.execPath, [compiler, '-p', project]).catch((error: { stdout: string }) => error)
    expect((await outcome).stdout).toBe('')
  })

  it.each([
    [0, /^error \/tracks\/0/m],
    // What the first one made cannot be submitted: its files are no audio.
    [1, /^\/\S+ .+/m],
    [2, /^spn_.* has 42 characters/],
    [3, /^rejected \[/m],
    [4, /integration:verify.*\/contact/s],
  ])('has a snippet %i that runs', async (index, output) => {
    const path = join(project, `snippet-${index}.ts`)
    const options = { cwd: project, env: { PATH: process.env.PATH, ...environment } }
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
  it('imports no other package while it runs, and Node only in its entry for Node', async () => {
    const folder = join(project, installed)
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
    expect(files.length).toBeGreaterThan(20)
    for (const name of files) {
      const code = await readFile(join(folder, name), 'utf8')
      const foreign = Array.from(code.matchAll(/\bfrom '([^']+)'/g), ([, from = '']) => from).filter(
        (from) => !from.startsWith('.') && !(name.startsWith('node') && from.startsWith('node:')),
      )
      expect({ name, foreign }).toEqual({ name, foreign: [] })
    }
  })

  it('is at most 25 kB gzipped for a browser, and knows no Node', async () => {
    const bundle = join(project, 'bundle.js')
    const input = join(project, installed, 'index.js')
    await run(join(root, 'node_modules/.bin/rolldown'), [input, '--platform', 'browser', '--minify', '-o', bundle])
    const code = await readFile(bundle, 'utf8')
    expect(code).not.toMatch(/\bimport\b|\brequire\(|\bprocess\b|\bBuffer\b/)
    expect(gzipSync(code).length).toBeLessThan(25_000)
  })
})
