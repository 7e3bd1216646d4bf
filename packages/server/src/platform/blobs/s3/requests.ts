import { setTimeout as sleep } from 'node:timers/promises'
import type * as sdkModule from '@aws-sdk/client-s3'
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '@spindle/contract'
import { sendingPlaces } from './sending-places.ts'

/**
 * One request to an object store, with its time limit and its retries. Repeating one is safe: a name is written once,
 * and a part number carries the same bytes for ever. The SDK is loaded with the first of them.
 */

/** Where the object store is, and how patient we are. */
export interface RequestOptions {
  readonly region: string
  /** Undefined: Amazon's own. */
  readonly endpoint: string | undefined
  /** Undefined: what the SDK finds automatically, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** How long a request may take, and a second more for each MiB. */
  readonly timeoutMs?: number
  readonly retryDelaysMs?: readonly number[]
  /** Told of each request that was sent, a repeated one as often as it was sent. */
  readonly onRequest?: OnStoreRequest | undefined
}

/** Requests to an object store. */
export type StoreOperation =
  | 'put'
  | 'get'
  | 'head'
  | 'delete'
  | 'list'
  | 'check_bucket'
  | 'begin_upload'
  | 'put_part'
  | 'list_parts'
  | 'list_uploads'
  | 'complete_upload'
  | 'abort_upload'

/** `refused`: the store will not do it, however often it is asked. `failed`: it did not answer, or asked to retry. */
export type StoreResult = 'ok' | 'refused' | 'failed'

export type OnStoreRequest = (operation: StoreOperation, result: StoreResult, seconds: number) => void

/** Makes requests with the client of the SDK, which exists from the first one on. */
export interface Requests {
  run<T>(operation: StoreOperation, work: Work<T>, limits?: Limits): Promise<T>
  /** The same for work that signs an address and sends nothing. */
  sign<T>(work: Work<T>): Promise<T>
  close(): Promise<void>
}

type Sdk = typeof sdkModule

const mebibyte = 1024 * 1024
const maxSockets = 256
/** Four uploads at full speed. What is smaller than this does not wait: it is sent before others would notice. */
const sentAtOnce = 16
const leastWaitingBytes = mebibyte

export function objectStoreRequests(options: RequestOptions): Requests {
  const { timeoutMs = 30_000, retryDelaysMs = [100, 400, 1600], onRequest } = options
  let opened: Promise<{ readonly sdk: Sdk; readonly client: S3Client }> | undefined
  const sending = sendingPlaces({ places: sentAtOnce, patienceMs: 4 * timeoutMs })
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: makeClient(sdk, options) }))
    return opened
  }
  const repeat = async <T>(
    work: Work<T>,
    { bytes = 0, owner = '', delays = retryDelaysMs, withinMs = timeoutMs }: Limits = {},
  ): Promise<T> => {
    const { sdk, client } = await open()
    // The time limit begins with the place: it is for the store.
    const send = (): Promise<T> =>
      work(sdk, client, { abortSignal: AbortSignal.timeout(withinMs + Math.ceil((bytes / mebibyte) * 1000)) })
    for (let attempt = 0; ; attempt++) {
      try {
        return await (bytes < leastWaitingBytes ? send() : sending.run(owner, send))
      } catch (error) {
        const delay = delays[attempt]
        if (delay === undefined || !isPassing(error)) throw error
        await sleep(delay)
      }
    }
  }
  return {
    run: (operation, work, limits) =>
      repeat((...sent) => (onRequest ? timed(operation, onRequest, () => work(...sent)) : work(...sent)), limits),
    sign: (work) => repeat(work),
    async close() {
      const { client } = (await opened) ?? {}
      client?.destroy()
    },
  }
}

async function timed<T>(operation: StoreOperation, onRequest: OnStoreRequest, send: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const tell = (result: StoreResult): void => onRequest(operation, result, (performance.now() - begun) / 1000)
  try {
    const answer = await send()
    tell('ok')
    return answer
  } catch (error) {
    tell(isPassing(error) ? 'failed' : 'refused')
    throw error
  }
}

/** Sends one request; it is called again when that may help. */
export type Work<T> = (sdk: Sdk, client: S3Client, limits: { readonly abortSignal: AbortSignal }) => Promise<T>

/** Bytes make a request longer; delays are waited between its repetitions. */
export interface Limits {
  readonly bytes?: number
  /** Whose bytes: owners take turns with them. The hub's own work is one of them. */
  readonly owner?: string | undefined
  readonly delays?: readonly number[]
  readonly withinMs?: number
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Checksums beyond the signed digest are left to stores that demand them: others refuse them, or ignore a wrong one.
 */
const makeClient = ({ S3Client }: Sdk, { region, endpoint, credentials }: RequestOptions): S3Client =>
  new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // We repeat and report requests ourselves: a stream has to be opened again.
    maxAttempts: 1,
    logger: quiet,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 60_000,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  })

/** The name S3 gives an error, such as `NoSuchUpload`. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : '')

const statusOf = (error: unknown): number | undefined =>
  (error as S3ServiceException | undefined)?.$metadata?.httpStatusCode

const passingNames = new Set(['RequestTimeout', 'IncompleteBody', 'SlowDown'])

/** Whether the same request may succeed a moment later. */
function isPassing(error: unknown): boolean {
  // Waiting in vain was long enough.
  if (error instanceof AppError) return false
  const status = statusOf(error)
  return status === undefined || status >= 500 || status === 408 || status === 429 || passingNames.has(errorName(error))
}

/** Undefined in place of 404, except that of a missing bucket. */
export async function orAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (statusOf(error) === 404 && errorName(error) !== 'NoSuchBucket') return undefined
    throw error
  }
}
