import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory } from '../../files/durable-files.ts'
import type { BlobWriter, Durable } from '../blobs.ts'
import { guarded } from '../storage-errors.ts'
import { createFlags, type Segment } from './layout.ts'

/** What a writer on disk is made from. */
export interface DiskWriterOptions {
  readonly segment: Segment
  /** Turns a failed sync into the error that ends the blob. */
  readonly syncing: <T>(work: () => Promise<T>) => Promise<T>
  /** Makes `bytes` bytes complete; `handle` is this writer's segment, everything of it durable. */
  readonly finalise: (segment: Segment, bytes: number) => Promise<void>
}

/** Appends to one segment file, whose first byte is byte `segment.start` of the blob. */
export async function openDiskWriter({ segment, syncing, finalise }: DiskWriterOptions): Promise<BlobWriter> {
  const { path, start } = segment
  const handle = await guarded(() => open(path, createFlags, 0o600))
  let position = start
  let isNamed = false

  const sync = async (): Promise<Durable> => {
    const durable = position
    await syncing(async () => {
      await handle.datasync()
      if (!isNamed) await syncDirectory(dirname(path))
      isNamed = true
    })
    return { position: durable, receipt: null }
  }
  return {
    get position() {
      return position
    },
    write: (chunks) =>
      guarded(() =>
        writeAll(handle, chunks, position - start, (written) => {
          position += written
        }),
      ),
    sync,
    async truncate(offset) {
      await guarded(() => handle.truncate(offset - start))
      position = offset
    },
    async finalise() {
      // After a truncation or a failed write the file may be longer than what counts.
      await guarded(() => handle.truncate(position - start))
      await syncing(() => handle.sync())
      await handle.close()
      await finalise(segment, position)
      return null
    },
    close: () => handle.close(),
  }
}

/** The kernel may take less than it was given: a full disk or a signal must not leave a hole. */
async function writeAll(
  handle: FileHandle,
  chunks: readonly Uint8Array[],
  offset: number,
  onWritten: (bytes: number) => void,
): Promise<void> {
  let rest = chunks
  let at = offset
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest as Uint8Array[], at)
    onWritten(bytesWritten)
    at += bytesWritten
    rest = skip(rest, bytesWritten)
  }
}

function skip(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(left, chunk.byteLength)
    left -= skipped
    return skipped === chunk.byteLength ? [] : [chunk.subarray(skipped)]
  })
}
