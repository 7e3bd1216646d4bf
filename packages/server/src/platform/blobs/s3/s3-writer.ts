import { randomBytes } from 'node:crypto'
import type { BlobReceipt, BlobWriter, Durable, SyncExtent, WriterStart } from '../blobs.ts'
import { guarded } from '../storage-errors.ts'
import { completeSegments } from './complete-segments.ts'
import type { ObjectStore } from './object-store.ts'
import { type PartUploads, partUploads } from './part-uploads.ts'
import { readSegments } from './reading.ts'
import { cutSegments, readReceipt, type Segment, toReceipt } from './receipt.ts'
import { openSpool, type Snapshot, type Spool, type TempFiles } from './temp-files.ts'

/**
 * Appends to a blob in an object store. Whole parts go to a multipart upload of this writer only. Durable bytes that
 * are less than a part go to a separate object, the tail, and stay in the spool: once a later receipt names the part
 * that contains them, the tail may be deleted.
 */

export interface S3WriterOptions {
  readonly store: ObjectStore
  readonly spools: TempFiles
  /** Ends with a slash. */
  readonly folder: string
  readonly partBytes: number
  readonly receipt: BlobReceipt
  readonly start: WriterStart
  /** The name of the object, if a blob is written in one pass; otherwise each gets a new name. */
  readonly name?: string
}

/** The state of a writer between two truncations. */
interface Course {
  /** The segments before its multipart upload. */
  readonly earlier: readonly Segment[]
  /** The name of its object, and the position in the blob where it begins. */
  readonly name: string
  readonly start: number
  readonly parts: PartUploads
  /** The bytes after the last part; undefined before the first byte. */
  spool: Spool | undefined
  /** The last tail that was stored. */
  tail: Segment | undefined
}

export async function openS3Writer(options: S3WriterOptions): Promise<BlobWriter> {
  const { store, spools, folder, partBytes, start } = options
  const { size } = start
  let course = await guarded(() => beginCourse(options, options.receipt, start.offset))
  let durable: Durable = { position: start.offset, receipt: options.receipt }

  const spoolStart = (): number => course.start + course.parts.bytes
  const position = (): number => spoolStart() + (course.spool?.bytes ?? 0)
  const seal = (): void => {
    if (!course.spool?.bytes) return
    course.parts.add(course.spool)
    course.spool = undefined
  }
  const writeChunk = async (chunk: Uint8Array): Promise<void> => {
    for (let rest = chunk; rest.byteLength > 0; ) {
      if (course.spool?.bytes === partBytes) {
        seal()
        await course.parts.stored(course.parts.count - sentAtOnce(spools))
      }
      course.spool ??= await openSpool(spools, Math.min(partBytes, (size ?? Infinity) - spoolStart()))
      const piece = rest.subarray(0, partBytes - course.spool.bytes)
      await course.spool.append(piece)
      rest = rest.subarray(piece.byteLength)
    }
  }
  const sync = (extent: SyncExtent): Promise<Durable> =>
    guarded(async () => {
      // As a part it is stored once; as a tail it would be stored again. A blob smaller than a part is only a tail.
      const isLast = position() === size
      if (isLast ? course.parts.count > 0 : course.spool?.bytes === partBytes) seal()
      const hasNewParts = spoolStart() > durable.position
      durable = await flush(options, course, extent === 'all' || !hasNewParts)
      return durable
    })
  const close = async (): Promise<void> => {
    await course.parts.close()
    await course.spool?.close()
  }
  return {
    get position() {
      return position()
    },
    write: (chunks) =>
      guarded(async () => {
        for (const chunk of chunks) await writeChunk(chunk)
      }),
    sync,
    truncate: (offset) =>
      guarded(async () => {
        course.tail = undefined
        if (offset >= spoolStart()) {
          await course.spool?.cut(offset - spoolStart())
          if (offset < durable.position) durable = cutDurable(durable, offset)
          return
        }
        // Sent parts cannot be removed: what follows goes to a new object.
        if (offset > durable.position) await sync('all')
        const { receipt } = durable
        await close()
        course = await beginCourse(options, receipt, offset)
        durable = { position: offset, receipt }
      }),
    finalise: () =>
      guarded(async () => {
        try {
          if (course.parts.count > 0) seal()
          const { receipt } = await flush(options, course, true)
          const { segments } = readReceipt(receipt)
          return toReceipt({
            isComplete: true,
            segments: await completeSegments(store, folder, segments, course.name),
          })
        } finally {
          await close()
        }
      }),
    close: () => guarded(close),
  }
}

const cutDurable = ({ receipt }: Durable, position: number): Durable => ({
  position,
  receipt: toReceipt({ isComplete: false, segments: cutSegments(readReceipt(receipt).segments, position) }),
})

/**
 * Parts that are sent while the next one fills. A store responds slowly: four keep it busy. With many uploads it is
 * busy anyway, and the space is shared by all of them.
 */
const sentAtOnce = (spools: TempFiles): number => (spools.isAmple ? 4 : 2)

const newName = (fence: number): string => `${String(fence).padStart(10, '0')}-${randomBytes(6).toString('hex')}`

/** The bytes of tails that end at `offset` return to the spool: they are too few for a separate part. */
async function beginCourse(options: S3WriterOptions, receipt: BlobReceipt, offset: number): Promise<Course> {
  const { store, spools, folder, partBytes, start } = options
  const segments = cutSegments(readReceipt(receipt).segments, offset)
  const tails: Segment[] = []
  let bytes = 0
  for (let last = segments.at(-1); last && !last.upload && bytes + last.bytes < partBytes; last = segments.at(-1)) {
    tails.unshift(last)
    bytes += last.bytes
    segments.pop()
  }
  const name = options.name ?? newName(start.fence)
  const spool = bytes > 0 ? await openSpool(spools, partBytes) : undefined
  try {
    const stored = await readSegments(store, folder, tails, { start: offset - bytes, end: offset - 1 })
    for await (const chunk of stored) await spool?.append(chunk as Buffer)
  } catch (error) {
    await spool?.close()
    throw error
  }
  return {
    earlier: segments,
    name,
    start: offset - bytes,
    parts: partUploads({
      store,
      name: `${folder}${name}`,
      owner: start.owner,
      sentAtOnce: () => sentAtOnce(spools),
    }),
    spool,
    tail: tails.length === 1 ? tails[0] : undefined,
  }
}

/** Stores what there is now; bytes written meanwhile are stored the next time. */
async function flush(options: S3WriterOptions, course: Course, withTail: boolean): Promise<Durable> {
  const { parts, earlier, name, start } = course
  const snapshot = withTail && course.spool?.bytes ? course.spool.snapshot() : undefined
  const bytes = parts.bytes
  try {
    const upload = await parts.stored(parts.count)
    const segments = [...earlier]
    if (upload) segments.push({ name, start, bytes, upload })
    if (snapshot) {
      course.tail = await saveTail(options, course.tail, { start: start + bytes, snapshot })
      segments.push(course.tail)
    }
    const last = segments.at(-1)
    return { position: last ? last.start + last.bytes : 0, receipt: toReceipt({ isComplete: false, segments }) }
  } finally {
    await snapshot?.release()
  }
}

interface NewTail {
  readonly start: number
  readonly snapshot: Snapshot
}

async function saveTail(
  { store, folder, name: wanted, start: { fence, owner } }: S3WriterOptions,
  stored: Segment | undefined,
  { start, snapshot }: NewTail,
): Promise<Segment> {
  const { bytes } = snapshot
  if (stored?.start === start && stored.bytes === bytes) return stored
  const name = wanted ?? newName(fence)
  await store.put(`${folder}${name}`, snapshot, owner)
  return { name, start, bytes }
}
