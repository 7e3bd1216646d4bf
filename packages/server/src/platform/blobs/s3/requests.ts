import { setTimeout as sleep } from 'node:timers/promises'
import type * as sdkModule from '@aws-sdk/client-s3'
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { findEnvironmentProxy } from '@spindle/client/node'
import { AppError } from '@spindle/contract'
import { NotAnObjectStore, refuseOtherAnswers } from './other-answers.ts'
import { sendingPlaces } from './sending-places.ts'

/**
 * Sends one request to an object store, with a time limit and retries. Repeating a request is safe: a name is written
 * once, and a part number always has the same bytes. The SDK is loaded with the first request.
 */

/** The address of the object store, and the time limits. */
export interface RequestOptions {
  readonly region: string
  /** Undefined: the endpoint of Amazon S3. */
  readonly endpoint: string | undefined
  /** Undefined: what the SDK finds automatically, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** How long a request may take, plus one second for each MiB. */
  readonly timeoutMs?: number
  readonly retryDelaysMs?: readonly number[]
  /** Called for each request that was sent, including each repetition. */
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

/** `refused`: the store rejects the request each time. `failed`: it did not respond, or asked to retry. */
export type StoreResult = 'ok' | 'refused' | 'failed'

export type OnStoreRequest = (operation: StoreOperation, result: StoreResult, seconds: number) => void

/** Makes requests with the client of the SDK, which is created with the first one. */
export interface Requests {
  run<T>(operation: StoreOperation, work: Work<T>, limits?: Limits): Promise<T>
  /** The same for work that signs an address and sends nothing. */
  sign<T>(work: Work<T>): Promise<T>
  close(): Promise<void>
}

type Sdk = typeof sdkModule

const mebibyte = 1024 * 1024
const maxSockets = 256
/** Four uploads at full speed. Smaller bodies do not wait: they are sent before they delay others. */
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
    // The time limit starts when a place is free: it is for the store.
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

/** Sends one request; called again if a retry may help. */
export type Work<T> = (sdk: Sdk, client: S3Client, limits: { readonly abortSignal: AbortSignal }) => Promise<T>

/** `bytes` extends the time limit; `delays` are the pauses between repetitions. */
export interface Limits {
  readonly bytes?: number
  /** The owner of the bytes: owners take turns. The hub's internal work counts as one owner. */
  readonly owner?: string | undefined
  readonly delays?: readonly number[]
  readonly withinMs?: number
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Only stores that require checksums beyond the signed digest get them: others refuse them, or ignore a wrong one. */
function makeClient({ S3Client }: Sdk, { region, endpoint, credentials }: RequestOptions): S3Client {
  const proxy = findEnvironmentProxy(new URL(endpoint ?? `https://s3.${region}.amazonaws.com`))?.href
  const agent = { maxSockets, ...(proxy !== undefined && { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } }) }
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Repeating and reporting requests is done here: a stream has to be opened again.
    maxAttempts: 1,
    logger: quiet,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 60_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  client.middlewareStack.add(refuseOtherAnswers, { step: 'deserialize', priority: 'low' })
  return client
}

/** The S3 name of an error, such as `NoSuchUpload`. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : '')

const statusOf = (error: unknown): number | undefined =>
  (error as S3ServiceException | undefined)?.$metadata?.httpStatusCode

const passingNames = new Set(['RequestTimeout', 'IncompleteBody', 'SlowDown'])

/** Whether the same request may succeed a moment later. */
function isPassing(error: unknown): boolean {
  // The wait for a place was long enough.
  if (error instanceof AppError) return false
  // A person has to sign in to the network, or to correct the address.
  if (error instanceof NotAnObjectStore) return false
  const status = statusOf(error)
  return status === undefined || status >= 500 || status === 408 || status === 429 || passingNames.has(errorName(error))
}

/** Returns undefined for a 404, except that of a missing bucket. */
export async function orAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (statusOf(error) === 404 && errorName(error) !== 'NoSuchBucket') return undefined
    throw error
  }
}
