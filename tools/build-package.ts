import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readCommit } from '../packages/command-line/src/build-identity.ts'
import { bundlePlayer } from './publish/bundle-player.ts'
import { addHubParts, bundledVersions, hubManifest } from './publish/hub-package.ts'
import { directoryOf, type Home, type Manifest, publishedManifest, publishedPackages } from './publish/manifest.ts'

/**
 * Makes the folder that is published of a package: `npm run build-package client <folder>`. JavaScript and types
 * are in `dist` as the sources in `src`, which come along because the declaration maps lead editors to them. The hub is a
 * program: it has neither types nor sources. The player is one file for pages, with its types.
 */

const root = resolve(import.meta.dirname, '..')
const [name = '', folder] = process.argv.slice(2)
const source = join(root, directoryOf(name))
if (folder === undefined || !publishedPackages.some((known) => known === name)) {
  console.error(`Usage: npm run build-package ${publishedPackages.join('|')} <folder>`)
  process.exit(2)
}
// npm starts its scripts in the checkout; the folder is relative to where npm was called.
const out = resolve(process.env.INIT_CWD ?? '.', folder)
const isTest = (path: string): boolean => path.endsWith('.test.ts')

rmSync(out, { recursive: true, force: true })
compile()
if (name === 'player') await bundlePlayer(join(out, 'dist/index.js'))
if (name === 'hub') addHubParts(root, out)
else cpSync(join(source, 'src'), join(out, 'src'), { recursive: true, filter: (path) => !isTest(path) })
if (existsSync(join(source, 'bin'))) cpSync(join(source, 'bin'), join(out, 'bin'), { recursive: true })
const contents = readdirSync(out)
copyFileSync(join(source, 'README.md'), join(out, 'README.md'))
copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'))
const home = readJson<Home>(join(root, 'package.json'))
const manifest = readJson<Manifest>(join(source, 'package.json'))
const published = publishedManifest(
  name === 'hub'
    ? hubManifest(manifest, { ownNode: home.optionalDependencies ?? {}, bundled: bundledVersions(out) })
    : manifest,
  {
    home,
    directory: directoryOf(name),
    contents,
    commit: readCommit(pathToFileURL(`${root}/`)),
  },
)
writeFileSync(join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)

function compile(): void {
  const dist = join(out, 'dist')
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const project = join(source, 'tsconfig.build.json')
  const { status } = spawnSync(process.execPath, [compiler, '-p', project, '--outDir', dist], {
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (status !== 0) process.exit(1)
  // The compiler rewrites the endings of imports in JavaScript only.
  for (const path of filesIn(dist, '.d.ts')) rewrite(path, /((?:from |import\()(['"])\.[^'"]*)\.ts\2/g, '$1.js$2')
  // It names the sources by their old paths; they will be beside `dist`.
  for (const path of filesIn(dist, '.d.ts.map')) {
    const original = join(out, 'src', relative(dist, path).replace(/\.d\.ts\.map$/, '.ts'))
    rewrite(path, /"sources":\[[^\]]*\]/g, `"sources":${JSON.stringify([relative(dirname(path), original)])}`)
  }
}

function filesIn(where: string, ending: string): string[] {
  const paths = readdirSync(where, { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => path.endsWith(ending)).map((path) => join(where, path))
}

function rewrite(path: string, pattern: RegExp, replacement: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(pattern, replacement))
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}
