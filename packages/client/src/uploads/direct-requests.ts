import type { UploadParts, UploadPartsReport } from '@spindle/contract'
import { ConnectionError, SpindleError, TimeoutError } from '../errors.ts'
import { readJson } from '../transport/read-body.ts'
import type { Fetch, RequestOptions, Send } from '../transport/transport.ts'

/** The requests of uploads whose bytes go to the object store of the hub. */
export interface DirectRequests {
  /** Where parts go from this number on. */
  listParts(uploadId: string, from: number, options: RequestOptions): Promise<UploadParts>
  /** Sends one part to the object store, once. */
  putPart(url: string, body: Uint8Array<ArrayBuffer>, options: RequestOptions): Promise<void>
  /** Has the hub look which parts the object store has; these are there. */
  report(uploadId: string, parts: readonly number[], options: RequestOptions): Promise<UploadPartsReport>
}

/** What the requests need. */
export interface DirectRequestsDependencies {
  /** Sends one request to the hub. */
  readonly send: Send
  /** For the object store, which is sent no credential. */
  readonly fetch: Fetch
  /** Where an upload is. */
  readonly addressOf: (uploadId: string) => string
  /** Headers of every request to the hub. */
  readonly common: () => Promise<Readonly<Record<string, string>>>
}

/** Makes the requests. */
export function directRequests({ send, fetch, addressOf, common }: DirectRequestsDependencies): DirectRequests {
  const accept = { accept: 'application/json' }
  return {
    async listParts(uploadId, from, options) {
      const { data } = await send({
        method: 'GET',
        url: `${addressOf(uploadId)}/parts?from=${from}`,
        headers: { ...(await common()), ...accept },
        isRepeatable: true,
        read: readJson,
        options,
      })
      return data as UploadParts
    },
    putPart: (url, body, options) => putPart(fetch, url, body, options),
    async report(uploadId, parts, options) {
      const { data } = await send({
        method: 'POST',
        url: `${addressOf(uploadId)}/parts`,
        headers: { ...(await common()), ...accept, 'content-type': 'application/json' },
        body: JSON.stringify({ parts }),
        isRepeatable: true,
        read: readJson,
        options,
      })
      return data as UploadPartsReport
    },
  }
}

/**
 * Sends bytes to an address that is a permission: no credential is sent with it, and no error contains it. Throws
 * `SpindleError` with the status where the object store refuses.
 */
async function putPart(
  fetch: Fetch,
  url: string,
  body: Uint8Array<ArrayBuffer>,
  { signal, timeoutMs }: RequestOptions,
): Promise<void> {
  const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const signals = [signal, limit].filter((one) => one !== undefined)
  const response = await fetch(url, {
    method: 'PUT',
    body,
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.any(signals),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    if (limit?.aborted)
      throw new TimeoutError('The object store did not receive a part in time', { code: 'timeout', cause })
    throw new ConnectionError('The object store could not be reached', { code: 'connection_failed', cause })
  })
  await response.body?.cancel()
  if (!response.ok)
    throw new SpindleError(`The object store answered ${response.status} to a part`, {
      code: `http_${response.status}`,
      status: response.status,
    })
}
