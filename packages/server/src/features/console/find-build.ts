import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtFolder } from '../../platform/files/built-folder.ts'
import type { Log } from '../../platform/logging/log.ts'
import { packagedBuild } from '../../platform/process/code-files.ts'

/** The built console. */

/** The packages whose sources end in the page. */
const builtIn = ['@spindle/client', '@spindle/contract']

export interface BuildPlaces {
  /** Where a build is kept when the packages cannot be written to. */
  readonly dataDir: string
  readonly log: Log
}

/** The folder of the built console; builds it when there is no build of these sources. Takes a second then. */
export const findBuild = async (places: BuildPlaces): Promise<string> =>
  packagedBuild('console') ?? findBuildOfSources(places)

async function findBuildOfSources({ dataDir, log }: BuildPlaces): Promise<string> {
  const source = dirname(fileURLToPath(import.meta.resolve('@spindle/console/package.json')))
  const built = builtFolder({
    sources: [
      ...['index.html', 'package.json', 'vite.config.ts', 'public', 'src'].map((name) => join(source, name)),
      ...builtIn.map((name) => dirname(fileURLToPath(import.meta.resolve(name)))),
    ],
    root: source,
    places: [join(source, 'dist'), join(dataDir, 'console')],
    entry: 'index.html',
    build: (outDir) => runVite(source, outDir),
  })
  const found = await built.find()
  if (found !== undefined) return found
  const start = performance.now()
  const folder = await built.make()
  log.info('console.built', { milliseconds: Math.round(performance.now() - start) })
  return folder
}

/** In a separate process: the bundler takes a hundred megabytes that the hub would keep. */
async function runVite(source: string, outDir: string): Promise<void> {
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
