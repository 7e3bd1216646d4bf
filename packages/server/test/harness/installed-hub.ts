import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { install, type Packed, root } from '../../../client/test/harness/install.ts'

/**
 * A project with the tarballs of the hub and everything that they depend on, each package in the place that the lock file
 * gives it. They are copies: the sandboxes of the hub do not follow links out of the project.
 */

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly link?: boolean
}

export async function installHub(project: string, packed: readonly Packed[]): Promise<void> {
  await install(
    project,
    packed.map((one) => ({ ...one, manifest: { bin: one.manifest.bin } })),
  )
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>
  }
  const wanted = new Set<string>()
  const want = (from: string, { dependencies, optionalDependencies }: Locked): void => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(packages, from, name)
      if (place === undefined || wanted.has(place) || packages[place]?.link === true) continue
      wanted.add(place)
      want(place, packages[place] ?? {})
    }
  }
  for (const { name, manifest } of packed) want(name === 'hub' ? 'packages/server' : `packages/${name}`, manifest)
  for (const place of wanted) await copyPackage(project, place)
}

/** Where Node finds a package from the place of another. */
function placeOf(packages: Readonly<Record<string, Locked>>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (place in packages) return place
    if (folder === '') return undefined
  }
}

async function copyPackage(project: string, place: string): Promise<void> {
  const source = join(root, place)
  // Optional packages of other platforms are missing.
  if (!existsSync(source)) return
  const [, within] = /^packages\/([^/]+)\/node_modules\//.exec(place) ?? []
  const target = join(
    project,
    within === undefined
      ? place
      : place.replace(`packages/${within}`, `node_modules/@spindle/${within === 'server' ? 'hub' : within}`),
  )
  await mkdir(dirname(target), { recursive: true })
  const isNested = (path: string): boolean => path.slice(source.length).startsWith('/node_modules')
  try {
    // Links of the file system take no space. Another disk needs a copy.
    await promisify(execFile)('cp', ['-al', source, target])
  } catch {
    await cp(source, target, { recursive: true, filter: (path) => !isNested(path) })
  }
}
