import { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'
import { tarBlockBytes, tarEndBytes, tarHeader, tarPaddingBytes } from '@spindle/contract/tar'
import type { Blobs, ByteRange } from '../../../platform/blobs/blobs.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { findUploads } from '../../uploads/index.ts'
import { type ExportRow, listFilesFrom } from './export-queries.ts'
import type { ArchivedUpload } from './write-head.ts'

/**
 * An archive as one row of bytes that are never stored as such: the beginning as it was written, each upload as the
 * storage has it with its header before it, and the end. Any range of it is read without what comes before.
 */

export interface ArchiveBytes {
  readonly size: number
  open(range: ByteRange): Readable
}

/** Undefined while it is not ready. */
export function archiveBytes(blobs: Pick<Blobs, 'read'>, tenant: Tenant, row: ExportRow): ArchiveBytes | undefined {
  const { headBytes, filesBytes, begunAt } = row
  if (row.status !== 'ready' || headBytes === null || filesBytes === null || begunAt === null) return undefined
  const size = sizeOf({ headBytes, filesBytes })
  const read = (range: ByteRange) => blobs.read({ key: row.headKey, receipt: row.headReceipt }, range)
  const parts = async function* (start: number): AsyncGenerator<Part> {
    if (start < headBytes) yield { position: 0, bytes: headBytes, read }
    for await (const file of filesFrom(tenant, row.id, Math.max(0, start - headBytes)))
      yield* partsOfFile(blobs, tenant, file, { position: headBytes + file.position, begunAt })
    yield { position: size - tarEndBytes, bytes: tarEndBytes, read: zeros }
  }
  return {
    size,
    open: ({ start, end }) => Readable.from(cut(parts(start), { start, end }), { objectMode: false }),
  }
}

export const sizeOf = ({
  headBytes,
  filesBytes,
}: {
  readonly headBytes: number
  readonly filesBytes: number
}): number => headBytes + filesBytes + tarEndBytes

/** Some of the bytes, by their place in the archive. */
interface Part {
  readonly position: number
  readonly bytes: number
  read(range: ByteRange): Promise<AsyncIterable<Uint8Array>>
}

const filesAtOnce = 200

async function* filesFrom(tenant: Tenant, exportId: string, position: number): AsyncGenerator<ArchivedUpload> {
  for (let next = position; ; ) {
    const files = await listFilesFrom(tenant, exportId, { position: next, limit: filesAtOnce })
    yield* files
    const last = files.at(-1)
    if (!last || files.length < filesAtOnce) return
    next = last.position + tarBlockBytes + last.bytes + tarPaddingBytes(last.bytes)
  }
}

function* partsOfFile(
  blobs: Pick<Blobs, 'read'>,
  tenant: Tenant,
  { id, name, bytes }: ArchivedUpload,
  { position, begunAt }: { readonly position: number; readonly begunAt: Date },
): Generator<Part> {
  const header = tarHeader({ name, bytes, modifiedAt: begunAt })
  yield {
    position,
    bytes: tarBlockBytes,
    read: async ({ start, end }) => Readable.from([header.subarray(start, end + 1)], { objectMode: false }),
  }
  const content = position + tarBlockBytes
  yield {
    position: content,
    bytes,
    async read(range) {
      // Where the bytes lie may have changed since.
      const upload = (await findUploads(tenant, [id])).get(id)
      if (!upload) throw new AppError('storage_unavailable')
      return blobs.read({ key: id, receipt: upload.receipt }, range)
    },
  }
  yield { position: content + bytes, bytes: tarPaddingBytes(bytes), read: zeros }
}

const zeros: Part['read'] = async ({ start, end }) =>
  Readable.from([new Uint8Array(end - start + 1)], { objectMode: false })

/** A part that has not all its bytes ends the stream with an error: a part is never taken for the whole. */
async function* cut(parts: AsyncIterable<Part>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let next = start
  for await (const { position, bytes, read } of parts) {
    if (next > end) return
    if (position > next) break
    const last = Math.min(end, position + bytes - 1)
    if (last < next) continue
    for await (const chunk of await read({ start: next - position, end: last - position })) {
      yield chunk
      next += chunk.length
    }
    if (next !== last + 1) break
  }
  if (next !== end + 1) throw new AppError('storage_unavailable')
}
