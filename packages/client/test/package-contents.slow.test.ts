import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishedManifest } from '../../../tools/publish/manifest.ts'
import { noteMissing } from '../../server/test/harness/programs.ts'
import { cleanEnvironment, findNode, getPacked, install, type Packed, root, run } from './harness/install.ts'

/**
 * Every package that people install, as npm would send it: what is in it, what its package.json says, whether it
 * starts.
 */

const entry = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })
const expected = {
  contract: {
    engines: '>=20',
    exports: {
      '.': entry('index'),
      './audio-headers': entry('audio-headers/index'),
      './check': entry('schema/check-value'),
      './codes': entry('codes/identifiers'),
      './console': entry('console/index'),
      './ern-packages': entry('ern-packages/index'),
      './openapi': entry('openapi/openapi-document'),
      './rules': entry('rules/index'),
      './tar': entry('tar/index'),
      './territories': entry('codes/territory-codes'),
      './text-files': entry('text-files/index'),
      './transfers': entry('transfers/takedown-letter'),
      './vocabulary': entry('vocabulary'),
    },
  },
  client: {
    engines: '>=20',
    exports: { '.': entry('index'), './node': entry('node'), './suggest': entry('suggest/index') },
  },
  'command-line': {
    engines: '>=22.12',
    exports: { '.': entry('index'), './completion': entry('completion/index') },
  },
  mcp: { engines: '>=22.12', exports: { '.': entry('index') } },
  cli: { engines: '>=22.12', exports: undefined },
  player: { engines: '>=20', exports: { '.': entry('index') } },
}
const names = ['contract', 'command-line', 'client', 'mcp', 'cli', 'player'] as const
const packages = new Map<string, Packed>()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spindle-contents-'))
  for (const name of names) packages.set(name, await getPacked(name))
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

function packed(name: string): Packed {
  const found = packages.get(name)
  if (!found) throw new Error(`${name} was not packed`)
  return found
}

/** Which `fetch` is the default: in Node the one that knows proxies. */
const imports = {
  '#environment-fetch': {
    types: './dist/transport/environment-fetch.d.ts',
    node: './dist/node/environment-fetch.js',
    default: './dist/transport/environment-fetch.js',
  },
}

describe.each(names)('the package %s', (name) => {
  it('has its license, its README, and for every source the code, the types and the source map', () => {
    const { files } = packed(name)
    const programs = name === 'cli' ? ['bin/spindle.mjs'] : []
    const sources = files
      .filter((path) => path.startsWith('src/'))
      .map((path) => path.slice('src/'.length, -'.ts'.length))
    const built = sources.flatMap((path) => ['.js', '.d.ts', '.d.ts.map'].map((ending) => `dist/${path}${ending}`))
    // The code of the player is one file.
    const code = (path: string): boolean => name !== 'player' || !path.endsWith('.js') || path === 'dist/index.js'
    const rest = ['LICENSE', 'README.md', 'package.json', ...programs, ...sources.map((path) => `src/${path}.ts`)]
    expect([...files].sort()).toEqual([...built.filter(code), ...rest].sort())
    expect(sources).toContain(name === 'cli' ? 'main' : 'index')
    expect(files.filter((path) => /test|harness|tsconfig|\.tgz$/i.test(path))).toEqual([])
  })

  it('says in its package.json what it is, and nothing of its development', () => {
    const { manifest } = packed(name)
    const { version, description, keywords, dependencies, sideEffects, gitHead, ...rest } = manifest
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(gitHead).toMatch(/^[0-9a-f]{40}$/)
    expect(description).toMatch(/^\S.{20,}\S$/)
    expect(keywords).toContain('spindle')
    expect(Object.values(dependencies ?? {}).join()).toMatch(name === 'player' ? /^$/ : /^[\d.,]+$/)
    expect(sideEffects).toBe(name === 'cli' || name === 'player' ? undefined : false)
    const { engines, exports } = expected[name]
    expect(rest).toEqual({
      name: `@spindle/${name}`,
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: engines },
      ...(exports && { exports }),
      ...(name === 'client' && { imports }),
      ...(name === 'cli'
        ? { bin: { spindle: './bin/spindle.mjs' }, files: ['bin', 'dist', 'src'] }
        : { files: ['dist', 'src'] }),
    })
  })

  it('names no source of ours in its code, and its maps lead to sources that are there', async () => {
    const { files } = packed(name)
    for (const path of files.filter((file) => /\.(js|d\.ts)$/.test(file)))
      expect({ path, imports: (await read(name, path)).match(/(?:from|import)[ (]+['"]\.[^'"]*\.ts['"]/) }).toEqual({
        path,
        imports: null,
      })
    for (const path of files.filter((file) => file.endsWith('.map'))) {
      const { sources } = JSON.parse(await read(name, path)) as { sources: string[] }
      const originals = sources.map((source) => join(path, '..', source))
      expect(files).toEqual(expect.arrayContaining(originals))
      expect(originals).toHaveLength(1)
    }
  })

  it('has no findings of publint', async () => {
    const { tarball, manifest } = packed(name)
    const bytes = await readFile(tarball)
    const { messages } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true })
    expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([])
  })

  it.skipIf(name === 'cli')('has types that are not wrong', async () => {
    const attw = join(root, 'node_modules/.bin/attw')
    const args = [packed(name).tarball, '--profile', 'esm-only', '--no-definitely-typed', '--format', 'json']
    const { stdout } = await run(attw, args, { maxBuffer: 64 * 1024 ** 2 })
    const { analysis } = JSON.parse(stdout) as {
      analysis: { entrypoints: Record<string, { resolutions: Record<string, unknown> }> }
    }
    expect(Object.keys(analysis.entrypoints)).toEqual(Object.keys(expected[name].exports ?? {}))
    for (const { resolutions } of Object.values(analysis.entrypoints))
      for (const way of ['node16-esm', 'bundler'])
        expect(resolutions[way]).toMatchObject({ resolution: { isTypeScript: true }, visibleProblems: [] })
  })
})

const read = (name: string, path: string): Promise<string> => readFile(join(packed(name).folder, path), 'utf8')

describe('the installed command', () => {
  it('starts with what its packages declare, and is of the version that was installed', {
    timeout: 240_000,
  }, async () => {
    const project = join(folder, 'project')
    await install(project, [...packages.values()])
    const spindle = join(project, 'node_modules/.bin/spindle')
    const options = { cwd: project, env: { ...cleanEnvironment(), XDG_CACHE_HOME: join(folder, 'cache') } }
    expect((await run(spindle, ['--help'], options)).stdout).toMatch(/^Usage: spindle .*\bdeliver\b/s)
    expect((await run(spindle, ['--version'], options)).stdout).toBe(
      `${packed('cli').manifest.version}+${packed('cli').manifest.gitHead.slice(0, 7)}\n`,
    )
    const old = await findNode(20)
    if (old === undefined) noteMissing('node 20')
    else
      await expect(run(old, [spindle], options)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^spindle needs Node 22\.12 or newer; this is v20\.\S+\. Fix: .*\n$/),
      })
    const tools = "import('@spindle/mcp').then(({ tools }) => console.log(tools.length))"
    expect(Number((await run(process.execPath, ['-e', tools], options)).stdout)).toBeGreaterThan(8)
  })
})

describe('where the repository is', () => {
  it('is stated once for all packages', () => {
    const home = {
      repository: { type: 'git', url: 'git+https://git.example/spindle.git' },
      bugs: 'https://git.example/bugs',
    }
    const where = { home, directory: 'packages/client', contents: ['dist'] }
    expect(
      publishedManifest({ name: 'x', exports: { './a': './src/b/a.ts' }, private: true, scripts: {} }, where),
    ).toEqual({
      name: 'x',
      repository: { type: 'git', url: 'git+https://git.example/spindle.git', directory: 'packages/client' },
      bugs: 'https://git.example/bugs',
      exports: { './a': { types: './dist/b/a.d.ts', default: './dist/b/a.js' } },
      files: ['dist'],
    })
  })
})
