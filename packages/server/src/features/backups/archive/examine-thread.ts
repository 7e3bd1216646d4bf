import { createHash, type KeyObject } from 'node:crypto'
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { openStream } from './seal.ts'
import { through } from './through.ts'

/** A thread that reads files: calls that wait are the cheapest, and here nobody waits for them but this thread. */

/** A file, or a part of one. */
export interface Extent {
  readonly path: string
  readonly start: number
  /** Of a file as a whole it is left out. */
  readonly length?: number
}

export interface Question extends Extent {
  /** One of another length is not read. */
  readonly expectedLength: number
}

export interface Finding {
  /** Undefined when there is no such file, or it cannot be read. */
  readonly length?: number
  /** Of what it holds, opened where it is sealed. */
  readonly sha256?: string
  /** Why it could not be read. */
  readonly error?: string
}

export interface ThreadData {
  /** Opens what is sealed; without it files are read as they are. */
  readonly secretKey: KeyObject | undefined
}

const { secretKey } = workerData as ThreadData
/** Small enough for the cache of a core: what was read is hashed from there. */
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

async function answer(questions: readonly Question[]): Promise<void> {
  const findings: Finding[] = []
  for (const question of questions) findings.push(await examine(question))
  parentPort?.postMessage(findings)
}

parentPort?.on('message', (questions: readonly Question[]) => void answer(questions))
