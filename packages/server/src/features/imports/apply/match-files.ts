import { createHash } from 'node:crypto'
import type { ImportFile } from '@spindle/contract'
import type { UploadContent, UploadFacts } from '../../uploads/index.ts'
import type { ReadFile } from '../reader/reading.ts'
import { mayMean } from './stated-size.ts'

/** Uploads for the files that a message names, compared with the sizes and hashes in the message. */

export interface GivenFile {
  readonly path: string
  readonly uploadId: string
}

export interface MatchedFile {
  readonly path: string | null
  readonly upload: UploadFacts | undefined
  readonly status: Exclude<ImportFile['status'], 'kept'>
}

/** The path inside the package, or undefined if it leads elsewhere. Decoded once, because it is a URI. */
export function packagePath(written: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(written) || /^[\\/]/.test(written)) return undefined
  const parts = decode(written)
    .normalize('NFC')
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.includes('..') || parts.join('').includes('\0') ? undefined : parts.join('/')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** By path; by name if only one file has this name. */
export function indexGiven<T extends Pick<GivenFile, 'path'>>(given: readonly T[]): (written: string) => T | undefined {
  const byPath = new Map<string, T>()
  const byName = new Map<string, T | undefined>()
  for (const file of given) {
    const path = packagePath(file.path)
    if (path === undefined) continue
    if (!byPath.has(path)) byPath.set(path, file)
    const name = nameOf(path)
    byName.set(name, byName.has(name) ? undefined : file)
  }
  return (written) => {
    const path = packagePath(written)
    return path === undefined ? undefined : (byPath.get(path) ?? byName.get(nameOf(path)))
  }
}

/** In the order of the tracks. */
export interface MatchedFiles {
  readonly tracks: readonly MatchedFile[]
  readonly cover: MatchedFile | undefined
}

const usable = new Set(['received', 'analysing', 'ready'])

export interface FileMatching {
  readonly given: readonly GivenFile[]
  readonly uploads: ReadonlyMap<string, UploadFacts>
  readonly read: UploadContent['read']
}

type Named = Pick<ReadFile, 'path' | 'hash' | 'size'>

/** For the files of one message: there may be a thousand, and five hundred tracks may name the same one. */
export function fileMatcher({ given, uploads, read }: FileMatching) {
  const findGiven = indexGiven(given)
  const digestOf = uploadDigests(read)
  return async ({ path, hash, size }: Named, kind: UploadFacts['kind']): Promise<MatchedFile> => {
    const file = path === null ? undefined : findGiven(path)
    if (!file) return { path, upload: undefined, status: 'missing' }
    const upload = uploads.get(file.uploadId)
    if (!upload || upload.kind !== kind || !usable.has(upload.status)) return { path, upload, status: 'unusable' }
    if (size !== null && upload.size !== null && !mayMean(size, upload.size))
      return { path, upload, status: 'size_differs' }
    const isSame = hash === null || (await digestOf(upload, hash.algorithm)) === hash.value
    return { path, upload, status: isSame ? 'accepted' : 'hash_differs' }
  }
}

type Algorithm = NonNullable<ReadFile['hash']>['algorithm']

/** The SHA-256 of every upload is known; for other algorithms its bytes are read, once for each. */
function uploadDigests(read: UploadContent['read']) {
  const known = new Map<string, Promise<string>>()
  return (upload: UploadFacts, algorithm: Algorithm): Promise<string> | string | null => {
    if (algorithm === 'sha256') return upload.sha256
    const key = `${upload.id} ${algorithm}`
    const digest = known.get(key) ?? digestBytes(upload, algorithm, read)
    known.set(key, digest)
    return digest
  }
}

async function digestBytes(upload: UploadFacts, algorithm: string, read: UploadContent['read']): Promise<string> {
  const hash = createHash(algorithm)
  const size = upload.size ?? 0
  if (size > 0) for await (const chunk of await read(upload, { start: 0, end: size - 1 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
