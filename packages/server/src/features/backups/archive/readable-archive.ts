import { createHash, type KeyObject } from 'node:crypto'
import type { Readable } from 'node:stream'
import { storageError } from '../../../platform/blobs/storage-errors.ts'
import { concurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts'
import type { ArchiveContent, ReadableArchive } from './archive.ts'
import type { ArchiveFiles } from './archive-files.ts'
import type { Finding } from './file-thread.ts'
import { type FileThreads, fileThreads } from './file-threads.ts'
import { openStream, SealBrokenError, sealedBytes } from './seal.ts'
import { through } from './through.ts'

/** This many streams keep an object store busy. Files on a disk go to threads, which take many at a time. */
export const streamedAtOnce = 32

export interface Reading {
  readonly holds: ArchiveContent
  readonly isSealed: boolean
  readonly secretKey?: KeyObject | undefined
}

export function readableArchive(
  files: ArchiveFiles,
  { holds, isSealed, secretKey }: Reading,
  threads: FileThreads = fileThreads('reading', secretKey),
): ReadableArchive {
  const lengthOf = (bytes: number): number => (isSealed ? sealedBytes(bytes) : bytes)
  const streams = concurrencyLimit(streamedAtOnce)
  const open = (file: string, bytes?: number): Readable => {
    const stored = files.open(file, bytes === undefined ? undefined : lengthOf(bytes))
    return secretKey ? through(stored, openStream(secretKey)) : stored
  }
  const examine = async (file: string, bytes: number): Promise<Finding> => {
    const expectedLength = lengthOf(bytes)
    if (!files.locate)
      return streams.run(() => examineStream(files, { file, expectedLength, open: () => open(file, bytes) }))
    const extent = files.locate(file)
    return extent ? threads.examine({ ...extent, expectedLength }) : {}
  }
  return {
    holds,
    async list() {
      return (await files.namesIn(holds)).toSorted((a, b) => (a < b ? -1 : 1))
    },
    async findProblem({ file, bytes }) {
      return findLengthProblem(await files.sizeOf(file), lengthOf(bytes))
    },
    async findDamage({ file, bytes, sha256 }) {
      const found = await examine(file, bytes)
      if (found.error !== undefined) return found.error
      const problem = findLengthProblem(found.length, lengthOf(bytes))
      if (problem !== undefined) return problem
      return found.sha256 === sha256 ? undefined : 'the content differs from what was stored'
    },
    read: open,
    ...(files.locate && { copyTo: copier(files.locate, { lengthOf, secretKey }) }),
  }
}

interface Copying {
  readonly secretKey: KeyObject | undefined
  /** The stored form. */
  lengthOf(bytes: number): number
}

function copier(
  locate: Required<ArchiveFiles>['locate'],
  { secretKey, lengthOf }: Copying,
): Required<ReadableArchive>['copyTo'] {
  const threads = fileThreads('copying', secretKey)
  return async ({ file, bytes, sha256 }, place) => {
    const source = locate(file)
    if (!source) return false
    const order = { ...place, source, mayBeLink: true, expectedLength: lengthOf(bytes), expectedSha256: sha256 }
    const copied = await threads.copy(order)
    if (copied.state === 'failed') throw storageError(Object.assign(new Error(copied.message), { code: copied.code }))
    return copied.state === 'copied'
  }
}

interface Examined {
  readonly file: string
  /** The stored form. */
  readonly expectedLength: number
  open(): Readable
}

/** Rejects if the place cannot be reached: an outage is not damage. */
async function examineStream(files: ArchiveFiles, { file, expectedLength, open }: Examined): Promise<Finding> {
  const length = await files.sizeOf(file)
  if (length === undefined) return {}
  if (length !== expectedLength) return { length }
  const digest = createHash('sha256')
  try {
    for await (const chunk of open() as AsyncIterable<Buffer>) digest.update(chunk)
  } catch (error) {
    if (error instanceof SealBrokenError) return { error: error.message }
    throw error
  }
  return { length, sha256: digest.digest('hex') }
}

function findLengthProblem(length: number | undefined, expected: number): string | undefined {
  if (length === undefined) return 'the file is missing'
  return length === expected ? undefined : `the file has ${length} bytes instead of ${expected}`
}
