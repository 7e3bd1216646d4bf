import { createHash } from 'node:crypto'
import { access, chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'

/**
 * A build in a folder named by the digest of its sources: after a source has changed there is no folder and it is built
 * again, two processes that build at the same time make the same one, and no build is ever incomplete.
 */
export interface BuiltFolder {
  /** The folder of the build, if there is one of these sources. */
  find(): Promise<string | undefined>
  /** Builds in the first writable place. */
  make(): Promise<string>
}

export interface BuildRecipe {
  /** Files and folders; their names are relative to `root`. */
  readonly sources: readonly string[]
  readonly root: string
  /** The places for builds, the best one first. */
  readonly places: readonly string[]
  /** A file that every build has. */
  readonly entry: string
  build(outDir: string): Promise<void>
  /** A process that runs with earlier sources keeps using their build. */
  readonly keepsEarlier?: boolean
}

export function builtFolder({ sources, root, places, entry, build, keepsEarlier = false }: BuildRecipe): BuiltFolder {
  let digesting: Promise<string> | undefined
  const digest = (): Promise<string> => (digesting ??= digestSources(sources, root))
  return {
    async find() {
      for (const place of places) {
        const folder = join(place, await digest())
        if (await exists(join(folder, entry))) return folder
      }
      return undefined
    },
    async make() {
      const place = await firstWritable(places)
      const name = await digest()
      const folder = join(place, name)
      const unfinished = join(place, `.${name}-${process.pid}`)
      try {
        await build(unfinished)
        // Independent of the umask, the build is as readable as the sources.
        await chmod(unfinished, 0o755)
        await rename(unfinished, folder).catch(async (error: unknown) => {
          // Another process was faster, with the same sources.
          if (!(await exists(join(folder, entry)))) throw error
        })
      } finally {
        await rm(unfinished, { recursive: true, force: true })
      }
      if (!keepsEarlier) await removeOthers(place, name)
      return folder
    },
  }
}

/**
 * The digest of the content, not of dates: an unpacked archive and a fresh clone find the build that came with them.
 */
async function digestSources(sources: readonly string[], root: string): Promise<string> {
  const paths = (await Promise.all(sources.map(listFiles))).flat().filter(isBuilt)
  const hash = createHash('sha256')
  for (const path of paths.sort()) hash.update(`${relative(root, path)}\n`).update(await readFile(path))
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
  throw new Error('There is no place to build in')
}

/** Removes builds of earlier sources. */
async function removeOthers(place: string, digest: string): Promise<void> {
  const others = (await readdir(place)).filter((name) => name !== digest && /^[0-9a-f]{16}$/.test(name))
  for (const name of others) await rm(join(place, name), { recursive: true, force: true })
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
