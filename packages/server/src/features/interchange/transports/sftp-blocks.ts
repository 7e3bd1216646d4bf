import { addAbortSignal, type Readable } from 'node:stream'
import type { SFTPWrapper } from 'ssh2'
import type { SftpConnection } from './sftp-connection.ts'

/**
 * Bytes on their way to an open file of an SFTP server. Many are under way at once, so that a far server is not waited
 * for, and in as few requests as it allows: each of them costs the hub as much as 32 KiB of them do.
 */

/** What every server takes at once; one byte more would make another packet (RFC 4254, 5.2). */
export const packetBytes = 32 * 1024
/** What OpenSSH lets in before it is done with the first. */
export const underWayBytes = 64 * packetBytes
/** Of a request to write: its length, type, number, the handle's length, the offset and the length of the bytes. */
const headBytes = 4 + 1 + 4 + 4 + 8 + 4

export interface SftpUpload {
  readonly content: Readable
  readonly signal: AbortSignal
}

export async function writeBlocks(
  connection: SftpConnection,
  handle: Buffer,
  { content, signal }: SftpUpload,
): Promise<void> {
  const { ended } = connection
  // The source may have nothing more to say for long.
  const giveUp = (): void => void content.destroy(ended.reason as Error)
  ended.addEventListener('abort', giveUp)
  try {
    await writeAll(connection, handle, addAbortSignal(signal, content))
  } finally {
    ended.removeEventListener('abort', giveUp)
  }
}

async function writeAll({ sftp, ask }: SftpConnection, handle: Buffer, content: Readable): Promise<void> {
  const { blockBytes, count } = blocksFor(sftp, handle)
  // Each is filled again when it was answered: thousands of them would keep the garbage collector busy.
  const blocks: Buffer[] = []
  const underWay: Promise<void>[] = []
  let sent = 0
  let filled = 0
  const current = (): Buffer => (blocks[sent % count] ??= Buffer.allocUnsafe(blockBytes))
  const send = async (): Promise<void> => {
    const [block, length, position] = [current(), filled, sent * blockBytes]
    const written = ask<void>((done) => sftp.write(handle, block, 0, length, position, done))
    written.catch((error: Error) => content.destroy(error))
    underWay.push(written)
    sent += 1
    filled = 0
    if (underWay.length === count) await underWay.shift()
  }
  for await (const chunk of content as AsyncIterable<Buffer>)
    for (let taken = 0; taken < chunk.length; ) {
      const copied = chunk.copy(current(), filled, taken)
      taken += copied
      filled += copied
      if (filled === blockBytes) await send()
    }
  if (filled > 0) await send()
  await Promise.all(underWay)
}

/** Blocks that fill the packets they leave in, and how many of them are under way. */
function blocksFor(sftp: SFTPWrapper, handle: Buffer): { readonly blockBytes: number; readonly count: number } {
  const head = headBytes + handle.length
  const most = mostBytesOf(sftp)
  const packets = Math.max(Math.floor((head + most) / packetBytes), 1)
  return {
    blockBytes: Math.min(packets * packetBytes - head, most),
    count: Math.floor(underWayBytes / (packets * packetBytes)),
  }
}

/**
 * Of one request. The library has asked the server (limits@openssh.com) or knows it by its name, and keeps the answer
 * to itself: it cuts what is longer, and waits for each part.
 */
function mostBytesOf(sftp: SFTPWrapper): number {
  const { _maxWriteLen: most } = sftp as unknown as { readonly _maxWriteLen?: unknown }
  return typeof most === 'number' ? Math.min(most, 8 * packetBytes) : packetBytes - 2 * 1024
}

/** As much as servers give at once. */
const readBytes = packetBytes
const readsUnderWay = underWayBytes / readBytes
const endOfFile = 1

/** The bytes of an open file, in order, many requests under way; it closes the file. */
export async function* readBlocks({ sftp, ask }: SftpConnection, handle: Buffer): AsyncGenerator<Buffer> {
  const readAt = (position: number, length: number): Promise<Buffer> =>
    ask<Buffer>((done) => {
      const block = Buffer.allocUnsafe(length)
      sftp.read(handle, block, 0, length, position, (error, count) =>
        (error as { readonly code?: unknown } | undefined)?.code === endOfFile
          ? done(null, Buffer.alloc(0))
          : done(error, block.subarray(0, count)),
      )
    })
  /** Servers may return less than was requested; nothing means the end. */
  const readFull = async (position: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let bytes = 0; bytes < readBytes; ) {
      const part = await readAt(position + bytes, readBytes - bytes)
      if (part.length === 0) break
      parts.push(part)
      bytes += part.length
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  }
  const underWay: Promise<Buffer>[] = []
  let asked = 0
  const askNext = (): void => {
    const read = readFull(asked)
    // The caller gets its failure.
    read.catch(() => {})
    underWay.push(read)
    asked += readBytes
  }
  try {
    for (;;) {
      while (underWay.length < readsUnderWay) askNext()
      const block = await underWay.shift()
      const bytes = block?.length ?? 0
      if (!block || bytes === 0) return
      // Whoever takes it may give its memory back: then it has no length any more.
      yield block
      if (bytes < readBytes) return
    }
  } finally {
    await Promise.allSettled(underWay)
    await ask((done) => sftp.close(handle, done)).catch(() => {})
  }
}
