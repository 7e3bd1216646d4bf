import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { syncDirectory } from '../../files/durable-files.ts'
import { isId } from '../../values/ids.ts'
import type { BlobKey } from '../blobs.ts'
import { byPlace, shardOf } from '../places.ts'
import { errorCode, orAbsent } from '../storage-errors.ts'

/**
 * Names on the disk. `complete/<shard>/<key>` is a finished blob. `partial/<shard>/<key>.<start>.<fence>` is a segment:
 * the bytes one writer appended from `start` on. `renditions/<shard>/<key>.<name>` was derived from a finished blob.
 * `quarantine/` contains the same folders. Every writer that may not be the only one begins a new segment, so a late
 * write of an earlier writer is beyond the part of the file that is read.
 */

export interface Segment {
  readonly path: string
  readonly start: number
  readonly fence: number
}

/** The paths of the files of blobs. */
export interface BlobFile {
  readonly path: string
  readonly key: BlobKey
}

export interface Layout {
  complete(key: BlobKey): string
  segment(key: BlobKey, start: number, fence: number): string
  /** A new name, under which finalising assembles segments. */
  assembly(key: BlobKey): string
  /** The segments that make up the blob, in order. */
  segments(key: BlobKey): Promise<Segment[]>
  /** Every file of an unfinished blob, superseded ones too. */
  partialFiles(key: BlobKey): Promise<string[]>
  /** The path of a file derived from a finished blob, and a new name under which it is written first. */
  rendition(key: BlobKey, name: string): string
  renditionDraft(key: BlobKey, name: string): string
  /** Every draft of that file. */
  renditionDrafts(key: BlobKey, name: string): Promise<string[]>
  renditionFiles(key: BlobKey): Promise<string[]>
  makeRoot(): Promise<void>
  /** Makes the folder of `path`, durably. */
  makeParent(path: string): Promise<void>
  /** Every stored file, in the order of the blobs' folders. */
  files(): AsyncGenerator<BlobFile>
  /** Every file in quarantine. */
  quarantinedFiles(): AsyncGenerator<BlobFile>
  /** Of one blob. */
  quarantinedFilesOf(key: BlobKey): Promise<string[]>
  /** The path of a stored file in quarantine. */
  quarantinePath(path: string): string
  storedPath(quarantined: string): string
  /** The file that identifies the hub this storage belongs to. */
  readonly mark: string
}

/** Flags of open(2) for reading. A link in place of the file is refused. */
export const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW
/** Flags of open(2) for a new file. An existing file or a link is refused. */
export const createFlags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

const trees = ['complete', 'partial', 'renditions'] as const
const digits = (value: number): string => String(value).padStart(16, '0')
const keyOf = (name: string): BlobKey | undefined => {
  const key = name.split('.', 1)[0] ?? ''
  return isId('upl', key) ? key : undefined
}

/**
 * Files in `root`: `complete/SHARD/KEY` and `renditions/SHARD/KEY.NAME`, and `partial/SHARD/KEY.START.FENCE` until they
 * are finished.
 */
export function diskLayout(root: string): Layout {
  const synced = new Set<string>()
  const quarantine = join(root, 'quarantine')
  const partialFolder = (key: BlobKey): string => join(root, 'partial', shardOf(key))
  const renditionFolder = (key: BlobKey): string => join(root, 'renditions', shardOf(key))
  const namesIn = async (folder: string, key: BlobKey): Promise<string[]> =>
    (await namesOf(folder)).filter((name) => keyOf(name) === key)
  const filesIn = async (folder: string, key: BlobKey): Promise<string[]> =>
    (await namesIn(folder, key)).map((name) => join(folder, name))
  return {
    complete: (key) => join(root, 'complete', shardOf(key), key),
    segment: (key, start, fence) => join(partialFolder(key), `${key}.${digits(start)}.${digits(fence)}`),
    assembly: (key) => join(partialFolder(key), `${key}.assembly-${randomUUID()}`),
    async segments(key) {
      return joinSegments(
        (await namesIn(partialFolder(key), key)).flatMap((name) => parseSegment(partialFolder(key), name)),
      )
    },
    partialFiles: (key) => filesIn(partialFolder(key), key),
    rendition: (key, name) => join(renditionFolder(key), `${key}.${name}`),
    renditionDraft: (key, name) => join(renditionFolder(key), `${key}.draft-${name}-${randomUUID()}`),
    renditionDrafts: async (key, name) =>
      (await filesIn(renditionFolder(key), key)).filter((path) => basename(path).startsWith(`${key}.draft-${name}-`)),
    renditionFiles: (key) => filesIn(renditionFolder(key), key),
    makeRoot: () => makeFolder(root, root, synced),
    makeParent: (path) => makeFolder(dirname(path), root, synced),
    files: () => filesBelow(root),
    quarantinedFiles: () => filesBelow(quarantine),
    async quarantinedFilesOf(key) {
      const folders = trees.map((tree) => join(quarantine, tree, shardOf(key)))
      return (await Promise.all(folders.map((folder) => filesIn(folder, key)))).flat()
    },
    quarantinePath: (path) => join(quarantine, relative(root, path)),
    storedPath: (quarantined) => join(root, relative(quarantine, quarantined)),
    mark: join(root, 'hub-id'),
  }
}

async function* filesBelow(folder: string): AsyncGenerator<BlobFile> {
  const shards = await Promise.all(trees.map((tree) => namesOf(join(folder, tree))))
  for (const shard of [...new Set(shards.flat())].sort()) {
    const files: BlobFile[] = []
    for (const tree of trees)
      for (const name of await namesOf(join(folder, tree, shard))) {
        const key = keyOf(name)
        if (key) files.push({ key, path: join(folder, tree, shard, name) })
      }
    yield* files.sort((a, b) => byPlace(a.key, b.key))
  }
}

const namesOf = async (folder: string): Promise<string[]> => (await orAbsent(readdir(folder))) ?? []

function parseSegment(folder: string, name: string): Segment[] {
  const match = /\.(\d{16})\.(\d{16})$/.exec(name)
  return match ? [{ path: join(folder, name), start: Number(match[1]), fence: Number(match[2]) }] : []
}

/** In fence order each segment replaces everything from its start on. */
export function joinSegments(segments: readonly Segment[]): Segment[] {
  let valid: Segment[] = []
  for (const segment of [...segments].sort((a, b) => a.fence - b.fence))
    valid = [...valid.filter(({ start }) => start < segment.start), segment]
  return valid
}

/**
 * Each folder is durable in its parent before anything is stored in it, even if another process made it or crashed. It
 * is checked every time: the folder may have been deleted.
 */
async function makeFolder(folder: string, root: string, synced: Set<string>): Promise<void> {
  const isThere = await exists(folder)
  if (isThere && synced.has(folder)) return
  // Existing folders above the root are not touched.
  if (!isThere || folder.startsWith(`${root}${sep}`)) await makeFolder(dirname(folder), root, synced)
  if (!isThere) await makeOnce(folder)
  await syncDirectory(dirname(folder))
  synced.add(folder)
}

const exists = async (folder: string): Promise<boolean> => (await orAbsent(stat(folder)))?.isDirectory() === true

/** Another process may be faster; a file with this name is an error. */
async function makeOnce(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !(await exists(folder))) throw error
  }
}
