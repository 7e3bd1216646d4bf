import { createHash, type KeyObject } from 'node:crypto'
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { openStream, SealBrokenError } from './seal.ts'
import { through } from './through.ts'

/**
 * A thread that reads and copies files. It uses blocking calls, which are the cheapest, because nothing else runs on
 * it.
 */

/** A file, or a part of one. */
export interface Extent {
  readonly path: string
  readonly start: number
  /** Left out for a whole file. */
  readonly length?: number
}

export interface Question extends Extent {
  /** A file of another length is not read. */
  readonly expectedLength: number
}

/** A file that is copied to a new name if it has the expected content. */
export interface CopyOrder {
  readonly source: Extent
  /** Unless set, a link in place of the file is not followed. */
  readonly mayBeLink: boolean
  /** Written first; does not exist before, or after a failure. */
  readonly draft: string
  readonly target: string
  /** The size of the source. */
  readonly expectedLength: number
  /** The digest of its content, opened if it is sealed. */
  readonly expectedSha256: string
}

/**
 * `other` is a different content, `unreadable` a source that cannot be read, `failed` a target that cannot be written.
 * Only `copied` leaves a file. Errors are texts, because an error object loses its code between threads.
 */
export type Copied =
  | { readonly state: 'copied' | 'other' | 'missing' }
  | { readonly state: 'unreadable' | 'failed'; readonly message: string; readonly code: string | undefined }

export type Task =
  | { readonly kind: 'examine'; readonly question: Question }
  | { readonly kind: 'copy'; readonly order: CopyOrder }

export type TaskResult = Finding | Copied

export interface Finding {
  /** Undefined if the file does not exist or cannot be read. */
  readonly length?: number
  /** The digest of its content, opened if it is sealed. */
  readonly sha256?: string
  /** Why it could not be read. */
  readonly error?: string
}

export interface ThreadData {
  /** The key for sealed files; without it files are read as they are. */
  readonly secretKey: KeyObject | undefined
}

const { secretKey } = workerData as ThreadData
/** Small enough for the cache of a core: bytes are still cached when they are hashed. */
const buffer = Buffer.allocUnsafe(256 * 1024)

async function examine(question: Question): Promise<Finding> {
  let descriptor: number | undefined
  try {
    descriptor = openSync(question.path, 'r')
    const length = question.length ?? fstatSync(descriptor).size
    if (length !== question.expectedLength) return { length }
    const extent = { ...question, length }
    const sha256 = secretKey ? await digestSealed(extent, secretKey) : digestPlain(descriptor, extent)
    return { length, sha256 }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? {} : { error: message }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function digestPlain(descriptor: number, { start, length }: Required<Extent>): string {
  const digest = createHash('sha256')
  const end = start + length
  for (let position = start; position < end; ) {
    const bytes = readSync(descriptor, buffer, 0, Math.min(end - position, buffer.length), position)
    if (bytes === 0) break
    digest.update(buffer.subarray(0, bytes))
    position += bytes
  }
  return digest.digest('hex')
}

async function digestSealed({ path, start, length }: Required<Extent>, key: KeyObject): Promise<string> {
  const digest = createHash('sha256')
  const sealed = createReadStream(path, { start, end: start + length - 1, highWaterMark: buffer.length })
  for await (const chunk of through(sealed, openStream(key)) as AsyncIterable<Buffer>) digest.update(chunk)
  return digest.digest('hex')
}

async function copy(order: CopyOrder): Promise<Copied> {
  const { path, start, length } = order.source
  let source: number
  try {
    source = openSync(path, constants.O_RDONLY | (order.mayBeLink ? 0 : constants.O_NOFOLLOW))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? { state: 'missing' } : describe('unreadable', error)
  }
  try {
    const found = length ?? fstatSync(source).size - start
    return found === order.expectedLength ? await copyOpened(source, order) : { state: 'other' }
  } finally {
    closeSync(source)
  }
}

async function copyOpened(source: number, order: CopyOrder): Promise<Copied> {
  const { draft, target, expectedSha256 } = order
  let file: number | undefined
  let isNamed = false
  try {
    file = openSync(draft, 'wx', 0o600)
    const digest = secretKey ? await copySealed(file, order, secretKey) : copyAndDigest(source, file, order)
    if (digest !== expectedSha256) return { state: 'other' }
    fsyncSync(file)
    renameSync(draft, target)
    isNamed = true
    return { state: 'copied' }
  } catch (error) {
    return error instanceof SourceError ? describe('unreadable', error.cause) : describe('failed', error)
  } finally {
    if (file !== undefined) closeSync(file)
    if (file !== undefined && !isNamed) unlinkSync(draft)
  }
}

class SourceError extends Error {}

function describe(state: 'unreadable' | 'failed', error: unknown): Copied {
  const { message, code } = error as NodeJS.ErrnoException
  return { state, message, code }
}

function copyAndDigest(source: number, file: number, { source: { start }, expectedLength }: CopyOrder): string {
  const digest = createHash('sha256')
  const end = start + expectedLength
  for (let position = start; position < end; ) {
    const bytes = readSource(source, Math.min(end - position, buffer.length), position)
    if (bytes === 0) break
    digest.update(buffer.subarray(0, bytes))
    writeWhole(file, buffer.subarray(0, bytes))
    position += bytes
  }
  return digest.digest('hex')
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written, bytes.length - written)
}

/** Undefined if the seal is broken. */
async function copySealed(
  file: number,
  { source: { path, start }, expectedLength }: CopyOrder,
  key: KeyObject,
): Promise<string | undefined> {
  const digest = createHash('sha256')
  const sealed = createReadStream(path, { start, end: start + expectedLength - 1, highWaterMark: buffer.length })
  const opened = through(sealed, openStream(key))[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (let next = await nextOf(opened); next !== 'broken'; next = await nextOf(opened)) {
    if (next === undefined) return digest.digest('hex')
    digest.update(next)
    writeWhole(file, next)
  }
  return undefined
}

/** Undefined at the end. Distinguishes errors of the source from those of the target. */
async function nextOf(opened: AsyncIterator<Buffer>): Promise<Buffer | undefined | 'broken'> {
  try {
    const next = await opened.next()
    return next.done ? undefined : next.value
  } catch (cause) {
    if (cause instanceof SealBrokenError) return 'broken'
    throw new SourceError('the source cannot be read', { cause })
  }
}

function readSource(source: number, length: number, position: number): number {
  try {
    return readSync(source, buffer, 0, length, position)
  } catch (cause) {
    throw new SourceError('the source cannot be read', { cause })
  }
}

async function answer(tasks: readonly Task[]): Promise<void> {
  const results: TaskResult[] = []
  for (const task of tasks) results.push(await (task.kind === 'copy' ? copy(task.order) : examine(task.question)))
  parentPort?.postMessage(results)
}

parentPort?.on('message', (tasks: readonly Task[]) => void answer(tasks))
