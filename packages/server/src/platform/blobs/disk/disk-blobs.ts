import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  type FileHandle,
  lstat,
  open,
  readFile,
  rename,
  stat,
  statfs,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory, writeDurably } from '../../files/durable-files.ts'
import {
  type BlobContent,
  type BlobKey,
  type BlobRef,
  type Blobs,
  type ExpectedBytes,
  type FilePlaces,
  type LocalFile,
  SyncError,
} from '../blobs.ts'
import { copyExpected } from '../copy-expected.ts'
import { guarded, orAbsent } from '../storage-errors.ts'
import { diskQuarantine } from './disk-quarantine.ts'
import { openDiskWriter } from './disk-writer.ts'
import { createFlags, diskLayout, type Layout, readFlags, type Segment } from './layout.ts'
import { listedBlobs } from './listed-blobs.ts'
import { diskProbe } from './probe-disk.ts'

/**
 * Blobs as files below one folder. Owns the order that survives a power loss: file synced, renamed to its final name,
 * folder synced, and only then reported as complete.
 */
export function diskBlobs(root: string): Blobs {
  const layout = diskLayout(root)
  const probe = diskProbe(root)
  const syncing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      probe.forget()
      throw new SyncError(error)
    }
  }
  const disk: Disk = { layout, syncing }
  return {
    checkpoints,
    async openWriter({ key }, { offset, fence }) {
      const segment = { path: layout.segment(key, offset, fence), start: offset, fence }
      await guarded(async () => {
        if (offset > 0) await requireBytes(await layout.segments(key), offset)
        await layout.makeParent(segment.path)
      })
      return openDiskWriter({ segment, syncing, finalise: (own, bytes) => complete(disk, key, { bytes, own }) })
    },
    finalise: async ({ key }, bytes) => {
      await complete(disk, key, { bytes })
      return null
    },
    release: async () => {},
    stat: ({ key }) =>
      guarded(async () => {
        const file = await orAbsent(lstat(layout.complete(key)))
        if (file) return { state: 'complete', bytes: file.size }
        const last = (await layout.segments(key)).at(-1)
        return last && { state: 'partial', bytes: last.start + (await stat(last.path)).size }
      }),
    read: ({ key }, range) =>
      guarded(async () => (await open(layout.complete(key), readFlags)).createReadStream(streamOptions(range))),
    pathOf: layout.complete,
    filePlaces: () => filePlaces(disk),
    ...localFiles(layout),
    ...onePiece,
    replace: ({ key, receipt }, content, expected) => replace(disk, key, { content, expected }).then(() => receipt),
    ...renditions(layout),
    delete: (key) =>
      guarded(async () => {
        for (const path of [
          layout.complete(key),
          ...(await layout.partialFiles(key)),
          ...(await layout.renditionFiles(key)),
        ])
          await orAbsent(unlink(path))
      }),
    list: () => listedBlobs(layout),
    ...diskQuarantine(layout),
    readMark: () => guarded(async () => orAbsent(readFile(layout.mark, 'utf8'))),
    writeMark: (text) =>
      guarded(async () => {
        await layout.makeRoot()
        const draft = `${layout.mark}.${randomUUID()}`
        await writeDurably(draft, text)
        await rename(draft, layout.mark)
        await syncDirectory(root)
      }),
    freeBytes: () =>
      guarded(async () => {
        await layout.makeRoot()
        const { bavail, bsize } = await statfs(root)
        return bavail * bsize
      }),
    check: () =>
      guarded(async () => {
        await layout.makeRoot()
        await probe.check()
      }),
    close: async () => {},
  }
}

/** One sync of a folder for all files that are added to it. */
function filePlaces({ layout, syncing }: Disk): FilePlaces {
  const folders = new Set<string>()
  return {
    placeFor: (key) =>
      guarded(async () => {
        const place = { draft: layout.assembly(key), target: layout.complete(key) }
        for (const path of [place.draft, place.target]) await layout.makeParent(path)
        folders.add(dirname(place.target))
        return place
      }),
    sync: () => syncing(async () => void (await Promise.all([...folders].map(syncDirectory)))),
  }
}

/** Finalising makes one file of all segments. */
const onePiece: Pick<Blobs, 'consolidate' | 'deleteReplaced'> = {
  consolidate: async () => undefined,
  deleteReplaced: async () => {},
}

/** An fsync of 32 MiB takes about as long as the next 32 MiB; a thousand slow senders share one disk. */
const checkpoints = { everyBytes: 32 * 1024 * 1024, everyMs: 10_000, minBytes: 64 * 1024 }

interface Disk {
  readonly layout: Layout
  readonly syncing: <T>(work: () => Promise<T>) => Promise<T>
}

const readBytes = 256 * 1024

const streamOptions = (range?: { start: number; end: number }) =>
  range
    ? { highWaterMark: Math.min(range.end - range.start + 1, readBytes), start: range.start, end: range.end }
    : { highWaterMark: readBytes }

/** `own` is the segment of a writer of this process that has stopped: only this file may become the blob directly. */
async function complete(
  { layout, syncing }: Disk,
  key: BlobKey,
  { bytes, own }: { readonly bytes: number; readonly own?: Segment },
): Promise<void> {
  const target = layout.complete(key)
  await guarded(async () => {
    if ((await orAbsent(lstat(target)))?.size === bytes) return
    const segments = await layout.segments(key)
    await requireBytes(segments, bytes)
    const isOwn = segments.length <= 1 && segments[0]?.path === own?.path
    const source = isOwn && own ? own.path : await assemble({ layout, syncing }, { key, segments, bytes })
    await layout.makeParent(target)
    await rename(source, target)
  })
  await syncing(async () => {
    await syncDirectory(dirname(target))
    await syncDirectory(dirname(layout.assembly(key)))
  })
  await guarded(async () => {
    for (const path of await layout.partialFiles(key)) await orAbsent(unlink(path))
  })
}

/** The end of each segment is the start of the next; the last one ends with the blob. */
const lengthOf = (segments: readonly Segment[], index: number, bytes: number): number =>
  Math.min(segments[index + 1]?.start ?? bytes, bytes) - (segments[index]?.start ?? 0)

async function requireBytes(segments: readonly Segment[], bytes: number): Promise<void> {
  if (bytes > 0 && segments[0]?.start !== 0) throw new Error('the beginning of the blob is missing')
  for (const [index, { path }] of segments.entries()) {
    const { size } = await stat(path)
    if (size < lengthOf(segments, index, bytes))
      throw new Error(`segment ${index} of the blob is shorter than recorded`)
  }
}

/**
 * A segment to which another process may still write is copied, never renamed: its writer would keep a handle on the
 * blob.
 */
async function assemble(
  { layout, syncing }: Disk,
  { key, segments, bytes }: { key: BlobKey; segments: readonly Segment[]; bytes: number },
): Promise<string> {
  const path = layout.assembly(key)
  await layout.makeParent(path)
  const target = await open(path, createFlags, 0o600)
  try {
    const buffer = Buffer.allocUnsafe(1024 * 1024)
    for (const [index, segment] of segments.entries())
      await copyInto(target, segment, { length: lengthOf(segments, index, bytes), buffer })
    await syncing(() => target.sync())
  } finally {
    await target.close()
  }
  return path
}

/** The existing file keeps its name until the new one is durable; readers that have it open read it to its end. */
async function replace(
  { layout, syncing }: Disk,
  key: BlobKey,
  { content, expected }: { readonly content: BlobContent; readonly expected: ExpectedBytes },
): Promise<void> {
  const target = layout.complete(key)
  const draft = layout.assembly(key)
  const handle = await guarded(async () => {
    await layout.makeParent(draft)
    await layout.makeParent(target)
    return open(draft, createFlags, 0o600)
  })
  try {
    await copyExpected(content, expected, (chunk) => guarded(() => handle.writeFile(chunk)))
    await syncing(() => handle.sync())
    await guarded(() => rename(draft, target))
  } catch (error) {
    await orAbsent(unlink(draft))
    throw error
  } finally {
    await handle.close()
  }
  await syncing(async () => {
    await syncDirectory(dirname(target))
    await syncDirectory(dirname(draft))
  })
}

async function copyInto(
  target: FileHandle,
  { path, start }: Segment,
  { length, buffer }: { readonly length: number; readonly buffer: Buffer },
): Promise<void> {
  const source = await open(path, readFlags)
  try {
    for (let at = 0; at < length; ) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, length - at), at)
      if (bytesRead === 0) throw new Error('a segment became shorter while it was copied')
      for (let done = 0; done < bytesRead; )
        done += (await target.write(buffer, done, bytesRead - done, start + at + done)).bytesWritten
      at += bytesRead
    }
  } finally {
    await source.close()
  }
}

/** Nothing is moved: the files are those of the storage. */
function localFiles(layout: Layout): Pick<Blobs, 'withLocalFile' | 'withLocalFiles'> {
  const fileOf = async ({ key }: BlobRef): Promise<LocalFile> => {
    const path = layout.complete(key)
    // A missing file is a failure of the storage, whatever error `work` reports.
    await guarded(() => access(path, constants.R_OK))
    return { path, sha256: undefined }
  }
  return {
    withLocalFile: async (blob, work) => work(await fileOf(blob)),
    withLocalFiles: async (blobs, work) => work(await Promise.all(blobs.map(fileOf))),
  }
}

type Renditions = Pick<Blobs, 'writeRendition' | 'readRendition' | 'openRendition' | 'deleteRendition'>

const renditions = (layout: Layout): Renditions => ({
  writeRendition: (key, name, content) =>
    guarded(async () => {
      const draft = layout.renditionDraft(key, name)
      await layout.makeParent(draft)
      if (content instanceof Uint8Array) await writeFile(draft, content, { flag: 'wx', mode: 0o600 })
      else await writeStream(layout, { key, name, draft }, content)
      await rename(draft, layout.rendition(key, name))
    }),
  readRendition: (key, name) => guarded(() => orAbsent(readFile(layout.rendition(key, name)))),
  openRendition: (key, name, range) =>
    guarded(async () =>
      (await orAbsent(open(layout.rendition(key, name), readFlags)))?.createReadStream(streamOptions(range)),
    ),
  deleteRendition: (key, name) => guarded(() => orAbsent(unlink(layout.rendition(key, name)))),
})

/** Removes what killed processes left of the same file. A slow one that still writes fails when it renames its draft. */
async function writeStream(
  layout: Layout,
  { key, name, draft }: { readonly key: BlobKey; readonly name: string; readonly draft: string },
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  for (const left of await layout.renditionDrafts(key, name)) await orAbsent(unlink(left))
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    await orAbsent(unlink(draft))
    throw error
  }
}
