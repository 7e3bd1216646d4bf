import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { bundleEntry, bundlePlugin, findPackage, isExternal, type SeenFile } from './bundle-plugin.ts'

/**
 * A separate program that makes the bundle of the hub: `node bundle-hub.ts [image | package FOLDER]`. Without words it is
 * that of a checkout, whose files keep their dates. The dates of an image are set later. That of a published package is of
 * the sources, and is used for the compiled files in FOLDER.
 *
 * Beside the folder of the bundle is a record of what is in it, for `bin/find-bundle.mjs`. The record is replaced last and
 * at once, so there is always a whole bundle or none.
 */

const server = resolve(import.meta.dirname, '../../..')
const checkout = resolve(server, '../..')
const [kind = 'checkout', target = ''] = process.argv.slice(2)
if (!['checkout', 'image', 'package'].includes(kind) || (kind === 'package') !== (target !== '')) {
  console.error('Usage: node bundle-hub.ts [image | package FOLDER]')
  process.exit(2)
}
const isPublished = kind === 'package'
const place = isPublished ? join(resolve(target), 'bundle') : join(server, 'dist/hub')
const root = isPublished ? resolve(target) : checkout
/** A running hub still loads parts of the bundle that it was started from. */
const keptBundles = 3
const abandonedMs = 3_600_000

/** As paths are written in the record and in code. */
const slashed = (path: string): string => path.replaceAll(sep, '/')
const compiledPath = (path: string): string =>
  `dist/${slashed(relative(join(server, 'src'), path)).replace(/\.ts$/, '.js')}`
const isServer = (path: string): boolean => path.startsWith(join(server, 'src') + sep)

/** Where a source is, as an expression in the bundle, which is in a folder in `place`. */
function placeOf(path: string): string {
  const builtIn = (name: string): string => `process.getBuiltinModule('node:${name}')`
  const from = (folder: string, file: string): string =>
    `${builtIn('path')}.join(${folder}, ${JSON.stringify(slashed(file))})`
  if (!isPublished) return from('import.meta.dirname', relative(join(place, 'folder'), path))
  if (isServer(path)) return from('import.meta.dirname', `../../${compiledPath(path)}`)
  // Another package of ours: its entry is in the folder that its sources are compiled to.
  const [, name, file = ''] = /^packages\/([^/]+)\/src\/(.*)\.ts$/.exec(slashed(relative(checkout, path))) ?? []
  const entry = `${builtIn('url')}.fileURLToPath(import.meta.resolve('@spindle/${name}'))`
  return from(`${builtIn('path')}.dirname(${entry})`, `${file}.js`)
}

const { plugin, files, noteFile } = bundlePlugin({
  entries: [join(import.meta.dirname, 'stack-traces.ts'), join(server, 'src/main.ts')],
  placeOf,
})

async function writeParts(dir: string): Promise<void> {
  const bundle = await rolldown({
    input: { main: bundleEntry },
    platform: 'node',
    external: isExternal,
    plugins: [plugin],
    logLevel: 'silent',
    // Node reads all of it; only types are taken away.
    transform: { target: 'esnext' },
    tsconfig: false,
  })
  await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Names of errors and of plug-ins are those of classes and functions.
    keepNames: true,
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
  })
  await bundle.close()
}

/** A bundle that cannot be loaded is not used. A published one has its packages only where it is installed. */
async function tryBundle(folder: string): Promise<void> {
  const environment = { PATH: process.env.PATH }
  await promisify(execFile)(process.execPath, [join(folder, 'main.js'), '--version'], { env: environment })
}

async function describeBundle(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort()
  const parts = await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const))
  // What makes the bundle is not in it, and changes it.
  for (const program of ['bundle-hub.ts', 'bundle-plugin.ts']) noteFile(join(import.meta.dirname, program))
  const seen = [...files].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    root: slashed(relative(place, root)),
    dates: isPublished ? 'any' : kind === 'image' ? 'not newer' : 'exact',
    parts,
    files: isPublished ? await describeCompiled(seen.map(([path]) => path)) : seen.map(describeFile),
    packages: isPublished ? describePackages(seen.map(([path]) => path)) : [],
  }
}

/** Two builds of an image are the same, so it has no dates. */
const describeFile = ([path, { size, modified, inode }]: readonly [string, SeenFile]) =>
  [slashed(relative(checkout, path)), size, ...(kind === 'image' ? [] : [modified, inode])] as const

const describeCompiled = (paths: readonly string[]) =>
  Promise.all(
    paths
      .filter(isServer)
      .map(async (path) => [compiledPath(path), (await stat(join(root, compiledPath(path)))).size] as const),
  )

interface Bundled {
  readonly name: string
  readonly folder: string
  /** The package that has it in its own folder. */
  readonly user?: string
}

function describePackages(paths: readonly string[]): (readonly [name: string, version: string, user?: string])[] {
  const found = paths.filter((path) => !isServer(path)).map(findBundled)
  return [...new Map(found.map((one) => [one.folder, one])).values()]
    .sort((one, other) => (one.folder < other.folder ? -1 : 1))
    .map(({ name, folder, user }) =>
      user === undefined
        ? ([name, readManifest(folder).version] as const)
        : ([name, readManifest(folder).version, user] as const),
    )
}

function findBundled(path: string): Bundled {
  const found = findPackage(path)
  if (found === undefined) return ownPackage(path)
  const above = found.folder.slice(0, -`/node_modules/${found.name}`.length)
  if (above === checkout) return found
  const user = findPackage(`${above}${sep}`) ?? ownPackage(above)
  return { ...found, user: user.name }
}

function ownPackage(path: string): Bundled {
  const [, folder = ''] = /^packages[\\/]([^\\/]+)/.exec(relative(checkout, path)) ?? []
  return { name: `@spindle/${folder}`, folder: join(checkout, 'packages', folder) }
}

/** The bundle of a published package has copies of code of others, who ask for their notices. */
async function writeLicenses(paths: Iterable<string>): Promise<void> {
  const folders = new Set([...paths].flatMap((path) => findPackage(path)?.folder ?? []))
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = readManifest(folder)
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    return `${name} ${version} (${license})\n\n${file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  await writeFile(join(place, 'LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`))
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly license?: string
  }

/** For every account, whatever the umask; and on the disk before the record names it. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const name of await readdir(folder)) {
    const file = await open(join(folder, name))
    await file.chmod(0o644)
    await file.sync()
    await file.close()
  }
}

async function replaceRecord(record: object): Promise<void> {
  const written = join(place, `.record-${process.pid}`)
  await writeFile(written, JSON.stringify(record), { flush: true })
  await chmod(written, 0o644)
  await rename(written, join(place, 'bundle.json'))
}

/** Removes old bundles, and what a killed process left behind. */
async function removeOthers(current: string): Promise<void> {
  const others = (await readdir(place)).filter((name) => name !== current && name !== 'bundle.json')
  const dated = await Promise.all(
    others.map(async (name) => ({
      name,
      modified: (await stat(join(place, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  )
  const isAbandoned = ({ name, modified }: (typeof dated)[number]): boolean =>
    name.startsWith('.') && modified < Date.now() - abandonedMs
  const old = dated.filter(({ name }) => !name.startsWith('.')).sort((one, other) => other.modified - one.modified)
  for (const { name } of [...dated.filter(isAbandoned), ...old.slice(keptBundles - 1)])
    await rm(join(place, name), { recursive: true, force: true })
}

await mkdir(place, { recursive: true })
const unfinished = join(place, `.unfinished-${process.pid}`)
try {
  await rm(unfinished, { recursive: true, force: true })
  await writeParts(unfinished)
  if (!isPublished) await tryBundle(unfinished)
  const record = await describeBundle(unfinished)
  await makeReadable(unfinished)
  const folder = createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 16)
  await rename(unfinished, join(place, folder)).catch(async (error: unknown) => {
    // Another process was faster, with the same code.
    await stat(join(place, folder, 'main.js')).catch(() => Promise.reject(error))
  })
  if (isPublished) await writeLicenses(files.keys())
  await replaceRecord({ folder, ...record })
  await removeOthers(folder)
} finally {
  await rm(unfinished, { recursive: true, force: true })
}
