import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { BlobContent } from '../../../../platform/blobs/blobs.ts'
import { type ObjectStoreOptions, objectStore } from '../../../../platform/blobs/s3/object-store.ts'
import type { StoredObject } from '../../../../platform/blobs/s3/objects.ts'
import { payloadOf } from '../../../../platform/blobs/s3/payload.ts'
import { type NewObject, putObject } from '../../../../platform/blobs/s3/put-object.ts'
import { readSegments } from '../../../../platform/blobs/s3/reading.ts'
import { tempFiles } from '../../../../platform/blobs/s3/temp-files.ts'
import { concurrencyLimit } from '../../../../platform/concurrency/concurrency-limit.ts'
import { streamedAtOnce } from '../readable-archive.ts'
import { type DescribedBucket, explainStoreError } from './explain-store-error.ts'

export interface BucketOptions extends ObjectStoreOptions {
  /** The prefix of every name; empty, or ends with a slash. */
  readonly prefix: string
  readonly tempFolder: string
  readonly tempBytes: number
  readonly partBytes: number
  /** The prefix of the settings with the access key. */
  readonly settings: string
}

/** The objects of an archive in a bucket, by the names that its files have in a folder. Errors include what to do. */
export interface BucketObjects {
  readonly name: string
  sizeOf(file: string): Promise<number | undefined>
  /** `bytes`: the size, if it is known. */
  open(file: string, bytes?: number): Readable
  readText(file: string): Promise<string | undefined>
  list(prefix: string): AsyncIterable<StoredObject>
  put(file: string, bytes: Uint8Array): Promise<void>
  /** Errors from `content` and `accept` are passed on unchanged. */
  store(object: NewObject): Promise<void>
  remove(file: string): Promise<void>
  /** Aborts multipart uploads that were started earlier. */
  abortUploads(prefix: string, before: Date): Promise<void>
  close(): Promise<void>
}

export function bucketObjects(options: BucketOptions): BucketObjects {
  const { bucket, prefix, endpoint, region, settings, tempFolder, tempBytes, partBytes } = options
  const store = objectStore(options)
  const described: DescribedBucket = { name: `s3://${bucket}/${prefix}`, bucket, endpoint, region, settings }
  const explained = explainer(described)
  const questions = concurrencyLimit(streamedAtOnce)
  const spools = tempFiles({ folder: tempFolder, limitBytes: tempBytes })
  const sizeOf = (file: string): Promise<number | undefined> =>
    questions.run(() => explained(() => store.head(`${prefix}${file}`)))
  return {
    name: described.name,
    sizeOf,
    open: (file, bytes) =>
      Readable.from(
        explainedItems(described, async function* () {
          const length = bytes ?? (await sizeOf(file))
          if (length === undefined) throw new Error(`${described.name}${file} is not there`)
          yield* await readSegments(store, prefix, [{ name: file, start: 0, bytes: length }])
        }),
        { objectMode: false, highWaterMark: readBytes },
      ),
    readText: (file) =>
      explained(async () => {
        const body = await store.get(`${prefix}${file}`)
        return body && text(body)
      }),
    list: (wanted) =>
      explainedItems(described, async function* () {
        for await (const found of store.list(`${prefix}${wanted}`))
          yield { ...found, name: found.name.slice(prefix.length) }
      }),
    put: (file, bytes) => explained(() => store.put(`${prefix}${file}`, payloadOf(bytes))),
    async store({ name, bytes, ...from }) {
      const source = ownFailures(from)
      const { content, accept } = source
      try {
        await putObject({ store, spools, partBytes }, { name: `${prefix}${name}`, bytes, content, accept })
      } catch (error) {
        throw source.failure ? source.failure.error : explainStoreError(error, described)
      }
    },
    remove: (file) => questions.run(() => explained(() => store.remove(`${prefix}${file}`))),
    abortUploads: (below, before) =>
      explained(async () => {
        for await (const { name, id, begunAt } of store.listUploads(`${prefix}${below}`))
          if (begunAt < before) await store.abortUpload(name, id)
      }),
    close: () => store.close(),
  }
}

const readBytes = 256 * 1024

const explainer =
  (described: DescribedBucket) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw explainStoreError(error, described)
    }
  }

async function* explainedItems<T>(described: DescribedBucket, items: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items()
  } catch (error) {
    throw explainStoreError(error, described)
  }
}

interface OwnFailures extends Pick<NewObject, 'content' | 'accept'> {
  failure: { readonly error: unknown } | undefined
}

/** Distinguishes errors of the source from those of the store. */
function ownFailures({ content, accept }: Pick<NewObject, 'content' | 'accept'>): OwnFailures {
  const note = (error: unknown): never => {
    own.failure = { error }
    throw error
  }
  async function* watched(source: BlobContent): AsyncGenerator<Uint8Array> {
    try {
      yield* source
    } catch (error) {
      note(error)
    }
  }
  const own: OwnFailures = {
    content: watched(content),
    async accept() {
      try {
        await accept()
      } catch (error) {
        note(error)
      }
    },
    failure: undefined,
  }
  return own
}
