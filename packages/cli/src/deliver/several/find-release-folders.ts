import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { detectFileKind, type FileKind, isHidden, parseDiscFolder } from '@spindle/client/suggest'
import { UsageError } from '@spindle/command-line'
import { quoteForShell } from '../../command-line/repeat-options.ts'

/**
 * Finds the folders of releases among the folders of a command line. A folder with audio in it or in its disc folders is
 * one release; in any other folder, the folders below are looked through.
 */

export interface FoundFolders {
  /** In order, by the names that lead to them from the working directory. Each folder once. */
  readonly folders: readonly string[]
  /** What was left out, in words. */
  readonly notes: readonly string[]
}

/** Throws `UsageError` for paths that do not exist, for files only, and where it is unclear what the releases are. */
export async function findReleaseFolders(given: readonly string[], cwd: string): Promise<FoundFolders> {
  const places = await Promise.all(given.map((name) => findPlace(name, cwd)))
  const named = places.filter(({ isFolder }) => isFolder)
  if (named.length === 0)
    throw new UsageError(
      given.length === 1 ? `${given[0]} is a file, not a folder` : 'All of these are files, not folders',
      'Name the folder with the audio files.',
    )
  refuseDiscs(named)
  const found: Found[] = []
  for (const place of named) found.push(await search(place, 0))
  const folders = await withoutRepetition(found.flatMap(({ releases }) => releases))
  return {
    folders: folders.map(({ name }) => name),
    notes: [...noteFiles(places), ...found.flatMap(({ notes }) => notes)],
  }
}

interface Place {
  readonly name: string
  readonly path: string
}

interface Found {
  readonly releases: readonly Place[]
  readonly notes: readonly string[]
}

async function findPlace(name: string, cwd: string): Promise<Place & { readonly isFolder: boolean }> {
  const path = resolve(cwd, name)
  const facts = await stat(path).catch(() => undefined)
  if (!facts) throw new UsageError(`The folder ${name} does not exist`, 'Name the folder with the audio files.')
  return { name, path, isFolder: facts.isDirectory() }
}

/** `ALBUM/*` names the discs of one release. */
function refuseDiscs(places: readonly Place[]): void {
  const [first, ...others] = places
  if (first === undefined || others.length === 0) return
  const parent = dirname(first.path)
  const isDisc = ({ path }: Place): boolean => dirname(path) === parent && parseDiscFolder(basename(path)) !== undefined
  if (!places.every(isDisc)) return
  throw new UsageError(
    'These folders are the discs of one release',
    `Name the folder that contains them: spindle deliver ${quoteForShell(dirname(first.name))}`,
  )
}

/** `DIR/*` also names files; `release.defaults.yaml` is one of them. */
const noteFiles = (places: readonly (Place & { readonly isFolder: boolean })[]): readonly string[] => {
  const files = places.filter(({ isFolder, path }) => !isFolder && !isHidden(basename(path)))
  const audio = files.filter(({ path }) => isAudio(detectFileKind(basename(path))))
  return audio.length === 0
    ? []
    : [`Skipped because each release needs its own folder: ${audio.map(({ name }) => name).join(', ')}.`]
}

const isAudio = (kind: FileKind): boolean => kind === 'master' || kind === 'foreignAudio'

/** Label, artist, year, album: deeper folders hold something else, and links may form a ring. */
const deepest = 5

async function search(place: Place, depth: number): Promise<Found> {
  const level = await readLevel(place).catch(() => undefined)
  // The delivery of a folder that cannot be read says why, and the others continue.
  if (level === undefined || level.kinds.some(isAudio)) return { releases: [place], notes: [] }
  const discs = await filterAsync(level.folders, isDiscWithAudio)
  const others = depth === deepest ? [] : level.folders.filter((folder) => !discs.includes(folder))
  const below: Found[] = []
  for (const folder of others) below.push(await search(folder, depth + 1))
  const releases = below.flatMap((found) => found.releases)
  const isDescribed = level.kinds.includes('manifest')
  if (discs.length > 0) {
    if (releases.length > 0 && !isDescribed && !level.kinds.includes('image')) throw mixed(place, discs, releases)
    return { releases: [place], notes: [] }
  }
  // With a description it was meant to be a release: the delivery says what is missing.
  if (releases.length === 0 && isDescribed) return { releases: [place], notes: [] }
  if (releases.length === 0) return { releases, notes: [`Skipped because it contains no audio: ${place.name}.`] }
  const notes = below.flatMap((found) => found.notes)
  return { releases, notes: isDescribed ? [describeUnused(place), ...notes] : notes }
}

const describeUnused = ({ name }: Place): string =>
  `${name} has a release.yaml but no audio, so it was not used. Values for all releases below belong in release.defaults.yaml.`

const mixed = ({ name }: Place, discs: readonly Place[], releases: readonly Place[]): UsageError =>
  new UsageError(
    `${name} contains ${basename(discs[0]?.path ?? '')}, named like a disc of one release, and ${basename(releases[0]?.path ?? '')}, which is none`,
    'Name the folder of each release, for instance with DIR/*.',
  )

interface Level {
  readonly kinds: readonly FileKind[]
  readonly folders: readonly Place[]
}

const byName = new Intl.Collator('en', { numeric: true })

async function readLevel({ name, path }: Place): Promise<Level> {
  const entries = (await readdir(path)).filter((entry) => !isHidden(entry)).sort(byName.compare)
  const facts = await Promise.all(entries.map((entry) => stat(join(path, entry)).catch(() => undefined)))
  const of = (is: 'isFile' | 'isDirectory') => entries.filter((_, index) => facts[index]?.[is]() === true)
  return {
    kinds: of('isFile').map(detectFileKind),
    folders: of('isDirectory').map((entry) => ({ name: join(name, entry), path: join(path, entry) })),
  }
}

async function isDiscWithAudio(place: Place): Promise<boolean> {
  if (parseDiscFolder(basename(place.path)) === undefined) return false
  return (await readLevel(place).catch(() => undefined))?.kinds.some(isAudio) === true
}

async function filterAsync<T>(items: readonly T[], keep: (item: T) => Promise<boolean>): Promise<readonly T[]> {
  const kept = await Promise.all(items.map(keep))
  return items.filter((_, index) => kept[index])
}

/** `A`, `./A` and a link to it are one folder, and one release. */
async function withoutRepetition(places: readonly Place[]): Promise<readonly Place[]> {
  const paths = await Promise.all(places.map(({ path }) => realpath(path)))
  return places.filter((_, index) => paths.indexOf(paths[index] ?? '') === index)
}
