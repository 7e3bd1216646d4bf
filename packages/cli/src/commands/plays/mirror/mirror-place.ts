import { lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '@spindle/command-line'

/**
 * The folder of a mirror. `releases/ID` has the files of a release, `index.ndjson` a line for each. `.mirror` is for the
 * command: its lock and state, the releases that wait for files, and what is being deleted.
 */
export interface MirrorPlace {
  readonly root: string
  readonly index: string
  readonly releases: string
  readonly own: string
  readonly state: string
  readonly waiting: string
  readonly trash: string
}

const mirrorPlace = (root: string): MirrorPlace => {
  const own = join(root, '.mirror')
  return {
    root,
    index: join(root, 'index.ndjson'),
    releases: join(root, 'releases'),
    own,
    state: join(own, 'state.json'),
    waiting: join(own, 'waiting'),
    trash: join(own, 'trash'),
  }
}

/** Throws for a folder with files that no mirror wrote: this command deletes files. */
export async function findMirrorPlace(root: string): Promise<MirrorPlace> {
  const place = mirrorPlace(root)
  const names = await readdir(root).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length > 0 && !names.includes('.mirror'))
    throw new UsageError(
      `${root} has other files and is not a mirror`,
      'Name a new folder, an empty one, or the one of an earlier run.',
    )
  return place
}

/** Makes the folders, and deletes what a killed run left. Only for the process with the lock. */
export async function prepareMirror(place: MirrorPlace): Promise<void> {
  for (const folder of [place.releases, place.waiting]) await makeFolder(folder)
  await rm(place.trash, { recursive: true, force: true })
  await makeFolder(place.trash)
  for (const name of await readdir(place.own))
    if (name.startsWith('state.json.') || name === 'index.part') await rm(join(place.own, name), { force: true })
}

/** A link in its place could lead out of the mirror. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  if (!(await lstat(path)).isDirectory())
    throw new UsageError(`${path} is a link, not a folder`, 'Delete the link, then run the same command again.')
}

/** The releases that have a folder, sorted. */
export const listMirrored = async ({ releases }: MirrorPlace): Promise<readonly string[]> =>
  (await readdir(releases)).filter(isReleaseId).sort()

/** Whether there is a file or folder. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const idPattern = (prefix: string): RegExp => new RegExp(`^${prefix}_[0-9A-Z]{26}$`)
const releasePattern = idPattern('rel')
const trackPattern = idPattern('trk')

/** Ids become names of files, so an answer with any other text must not get there. */
export const isReleaseId = (id: unknown): id is string => typeof id === 'string' && releasePattern.test(id)
/** The same for tracks. */
export const isTrackId = (id: unknown): id is string => typeof id === 'string' && trackPattern.test(id)
