import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { ifAllowed } from '../transports/failures.ts'
import type { Transport } from '../transports/transport.ts'

/**
 * Writes a package so that a reader never sees half of one: files first, then the message, then the completion file. A
 * file has another name until it is complete, if the store can rename. Complete files stay: an interrupted package is
 * resumed. The right to write is enough: if the hub may not look, it writes everything again.
 */

export interface PackageFile {
  /** Relative to the message, as the message names it. */
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly open: () => Promise<Readable>
}

export interface StorePackage {
  /** Folder of the message. */
  readonly folder: string
  readonly messageName: string
  readonly xml: string
  readonly files: readonly PackageFile[]
  /** Written last; undefined where the message itself is the end mark. */
  readonly endMark: { readonly path: string; readonly content: string } | undefined
  /** Awaited before what makes the package whole is written: afterwards the store may take it at any moment. */
  readonly beforeComplete?: () => Promise<unknown>
}

export async function writePackage(transport: Transport, content: StorePackage, signal: AbortSignal): Promise<void> {
  const { folder, messageName, xml, files, endMark, beforeComplete } = content
  const message = `${folder}/${messageName}`
  const last = endMark?.path ?? message
  if (await isWritten(transport, last, Buffer.byteLength(endMark?.content ?? xml))) return
  await transport.mkdirs(files.length > 0 ? `${folder}/resources` : folder)
  await putFiles(transport, content, signal)
  if (endMark) await putText(transport, message, xml, signal)
  await beforeComplete?.()
  await (endMark ? putText(transport, endMark.path, endMark.content, signal) : putText(transport, message, xml, signal))
}

/** The end of a package. It can be incomplete only if files are written in place. */
async function isWritten(transport: Transport, path: string, bytes: number): Promise<boolean> {
  const size = await ifAllowed(() => transport.stat(path))
  return transport.showsParts ? size === bytes : size !== undefined
}

/** None of them is under way any more when it returns, however it does. */
async function putFiles(transport: Transport, { folder, files }: StorePackage, signal: AbortSignal): Promise<void> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const waiting = files.values()
  const putInTurn = async (): Promise<void> => {
    try {
      for (const file of waiting) await putFile(transport, `${folder}/${file.path}`, file, either)
    } catch (error) {
      // The others are aborted by the first failure, and theirs are ignored.
      stop.abort(error)
    }
  }
  await Promise.all(Array.from({ length: Math.min(transport.filesAtOnce, files.length) }, putInTurn))
  either.throwIfAborted()
}

async function putFile(transport: Transport, path: string, file: PackageFile, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  // It has its name only when size and digest were right. Written in place, blocks may be missing in the middle.
  if (!transport.showsParts && (await ifAllowed(() => transport.stat(path))) === file.size) return
  await putWhole(transport, path, measured(await file.open(), path, file), signal)
}

/** A file with this text, whole or not at all. */
export async function putText(transport: Transport, path: string, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await putWhole(transport, path, Readable.from([Buffer.from(text)]), signal)
}

/** Nobody sees a part of it under its name. */
async function putWhole(transport: Transport, path: string, content: Readable, signal: AbortSignal): Promise<void> {
  const { rename } = transport
  const written = rename ? `${path}.part` : path
  try {
    await transport.putStream(written, content, signal)
  } catch (error) {
    // It takes room that the next attempt may need.
    if (rename) await transport.remove(written).catch(() => {})
    throw error
  }
  await rename?.(written, path)
}

/** The same bytes; it ends with an error where they are others than were uploaded. */
function measured(content: Readable, path: string, { size, sha256 }: PackageFile): Readable {
  const hash = createHash('sha256')
  let bytes = 0
  const check = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
    flush(done) {
      const isSame = bytes === size && hash.digest('hex') === sha256
      done(isSame ? null : new Error(`${path} differs from the upload`))
    },
  })
  // The reader gets the failure.
  return pipeline(content, check, () => {})
}
