import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../platform/log.ts'

/**
 * The built console, in a folder named by the digest of what it is built from: a changed source finds no folder and is
 * built anew, two processes that build at the same time make the same one, and nothing is ever half there.
 */

const source = dirname(fileURLToPath(import.meta.resolve('@spindle/console/package.json')))
/** The packages whose sources end in the page. */
const builtIn = ['@spindle/client', '@spindle/contract'].map((name) =>
  join(dirname(fileURLToPath(import.meta.resolve(name))), '..'),
)

export interface BuildPlaces {
  /** Where a build is kept when the packages cannot be written to. */
  readonly dataDir: string
  readonly log: Log
}

/** The folder of the built console; builds it when there is none of these sources. Takes a second then. */
export async function findBuild({ dataDir, log }: BuildPlaces): Promise<string> {
  const digest = await digestSources()
  const places = [join(source, 'dist'), join(dataDir, 'console')]
  for (const place of places) if (await exists(join(place, digest, 'index.html'))) return join(place, digest)
  const start = performance.now()
  const folder = await buildInto(await firstWritable(places), digest)
  log.info('console.built', { milliseconds: Math.round(performance.now() - start) })
  return folder
}

/** Of the content, not of dates: an unpacked archive and a fresh clone find the build that came along. */
async function digestSources(): Promise<string> {
  const roots = ['index.html', 'package.json', 'vite.config.ts', 'public', 'src'].map((name) => join(source, name))
  const packages = builtIn.map((folder) => join(folder, 'src'))
  const paths = (await Promise.all([...roots, ...packages].map(listFiles))).flat().filter(isBuilt)
  const hash = createHash('sha256')
  for (const path of paths.sort()) hash.update(`${relative(source, path)}\n`).update(await readFile(path))
  return hash.digest('hex').slice(0, 16)
}

const isBuilt = (path: string): boolean => !/\.test\.tsx?$/.test(path)

async function listFiles(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path]
    throw error
  }
}

async function firstWritable(places: readonly string[]): Promise<string> {
  for (const [index, place] of places.entries()) {
    try {
      await mkdir(place, { recursive: true })
      const trial = join(place, `.trial-${process.pid}`)
      await mkdir(trial)
      await rm(trial, { recursive: true })
      return place
    } catch (error) {
      if (index === places.length - 1) throw error
    }
  }
  throw new Error('The console has no place to be built in')
}

async function buildInto(place: string, digest: string): Promise<string> {
  const folder = join(place, digest)
  const unfinished = join(place, `.${digest}-${process.pid}`)
  try {
    await runVite(unfinished)
    await rename(unfinished, folder).catch(async (error: unknown) => {
      // Another process was faster, with the same sources.
      if (!(await exists(join(folder, 'index.html')))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  await removeOthers(place, digest)
  return folder
}

/** In a process of its own: the bundler takes a hundred megabytes that the hub would keep. */
async function runVite(outDir: string): Promise<void> {
  const vite = join(dirname(createRequire(join(source, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
  const args = [vite, 'build', '--configLoader', 'native', '--logLevel', 'error', '--outDir', outDir]
  const child = spawn(process.execPath, args, {
    cwd: source,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`Vite could not build the console: ${Buffer.concat(said).toString().slice(0, 2_000)}`)
}

/** Builds of earlier sources serve nobody any more. */
async function removeOthers(place: string, digest: string): Promise<void> {
  const others = (await readdir(place)).filter((name) => name !== digest && /^[0-9a-f]{16}$/.test(name))
  for (const name of others) await rm(join(place, name), { recursive: true, force: true })
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
