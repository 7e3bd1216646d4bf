import type { Readable } from 'node:stream'
import type { ByteRange } from '../blobs.ts'
import { NotAnObjectStore } from './other-answers.ts'
import { beforeSigning, bodyOf, type Payload, signPayload } from './payload.ts'
import { orAbsent, type Requests } from './requests.ts'

/** An object as a list shows it. */
export interface StoredObject {
  readonly name: string
  readonly bytes: number
  readonly modifiedAt: Date
}

/** The time limit of the check of the storage, which runs often. */
const checkMs = 2_000

/** Requests about whole objects of one bucket. */
export function objectRequests({ run }: Requests, { bucket, pageSize = 1000 }: BucketOptions) {
  const name = { Bucket: bucket }
  return {
    put: (Key: string, payload: Payload, owner?: string): Promise<void> =>
      run(
        'put',
        async ({ PutObjectCommand }, client, limits) => {
          const command = new PutObjectCommand({ ...name, Key, ...bodyOf(payload) })
          command.middlewareStack.add(signPayload(payload), beforeSigning)
          const { ETag } = await client.send(command, limits)
          if (ETag === undefined) throw new NotAnObjectStore('no ETag of the stored object')
        },
        { bytes: payload.bytes, owner },
      ),
    /** Undefined when the object does not exist. */
    get: (Key: string, range?: ByteRange): Promise<Readable | undefined> =>
      run('get', ({ GetObjectCommand }, client, limits) =>
        orAbsent(async () => {
          const Range = range && `bytes=${range.start}-${range.end}`
          // The time limit is for the start of the answer; a listener may take as long as the music does.
          const { Body } = await withDeadline(limits.abortSignal, (abortSignal) =>
            client.send(new GetObjectCommand({ ...name, Key, Range }), { abortSignal }),
          )
          // The connection may be lost before the body is read; the reader then gets the error.
          return (Body as Readable).on('error', () => {})
        }),
      ),
    /** Its length; undefined when the object does not exist. */
    head: (Key: string): Promise<number | undefined> =>
      run('head', ({ HeadObjectCommand }, client, limits) =>
        orAbsent(async () => (await client.send(new HeadObjectCommand({ ...name, Key }), limits)).ContentLength ?? 0),
      ),
    /** Rejects quickly if the bucket does not respond. */
    checkBucket: (): Promise<void> =>
      run(
        'check_bucket',
        async ({ HeadBucketCommand }, client, limits) => {
          await client.send(new HeadBucketCommand(name), limits)
        },
        { delays: [], withinMs: checkMs },
      ),
    remove: (Key: string): Promise<void> =>
      run('delete', async ({ DeleteObjectCommand }, client, limits) => {
        await orAbsent(() => client.send(new DeleteObjectCommand({ ...name, Key }), limits))
      }),
    /** In the order of their names. */
    async *list(Prefix: string): AsyncGenerator<StoredObject> {
      let ContinuationToken: string | undefined
      do {
        const input = { ...name, Prefix, MaxKeys: pageSize, ContinuationToken }
        const page = await run('list', ({ ListObjectsV2Command }, client, limits) =>
          client.send(new ListObjectsV2Command(input), limits),
        )
        for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
          yield { name: Key, bytes: Size, modifiedAt: LastModified }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined)
    },
  }
}

/** The bucket that contains everything. */
export interface BucketOptions {
  readonly bucket: string
  /** The number of names in one answer of a list. */
  readonly pageSize?: number
}

async function withDeadline<T>(deadline: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = (): void => controller.abort(deadline.reason)
  deadline.addEventListener('abort', stop, { once: true })
  try {
    return await work(controller.signal)
  } finally {
    deadline.removeEventListener('abort', stop)
  }
}
