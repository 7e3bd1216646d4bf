import { lookup as systemLookup } from 'node:dns/promises'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookFailure } from '@spindle/contract'
import { type AllowedTargets, bareHost } from '../../../platform/outgoing/allowed-targets.ts'

/**
 * One request to an address from outside. Its host is resolved once; the hub connects to exactly the address that it
 * has checked, whatever the name resolves to meanwhile, follows nothing, waits no longer than the time limit and keeps
 * 2 KB of the answer.
 */
export interface WebhookNetwork {
  /** All addresses of a host. */
  readonly lookup: (host: string) => Promise<readonly string[]>
  /** Certificates to trust beside those of the system. */
  readonly ca?: string
  readonly timeoutMs: number
}

export const webhookNetwork: WebhookNetwork = {
  lookup: async (host) => (await systemLookup(host, { all: true })).map(({ address }) => address),
  timeoutMs: 15_000,
}

export interface PostedMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostOutcome {
  readonly statusCode: number | null
  readonly failure: WebhookFailure | null
  readonly answer: string | null
  readonly retryAfter: string | undefined
}

const maxAnswerBytes = 2_048

export async function postMessage(
  message: PostedMessage,
  { targets, network }: { readonly targets: AllowedTargets; readonly network: WebhookNetwork },
): Promise<PostOutcome> {
  const url = new URL(message.url)
  if (!targets.allowsUrl(url)) return failed('address_refused')
  const signal = AbortSignal.timeout(network.timeoutMs)
  try {
    const host = bareHost(url.hostname)
    const addresses = isIP(host) === 0 ? await untilAborted(network.lookup(host), signal) : [host]
    const [address] = addresses
    if (address === undefined) return failed('host_not_found')
    // A forbidden address among allowed ones is an attack.
    if (!addresses.every((one) => targets.allowsAddress(host, one))) return failed('address_refused')
    return await post({ url, message, address, signal, ca: network.ca })
  } catch (error) {
    return failed(signal.aborted ? 'timeout' : failureOf(error))
  }
}

const failed = (failure: WebhookFailure): PostOutcome => ({
  statusCode: null,
  failure,
  answer: null,
  retryAfter: undefined,
})

/** A look-up cannot be cancelled; it is no longer awaited. */
const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    work.then(resolve, reject)
  })

interface Post {
  readonly url: URL
  readonly message: PostedMessage
  readonly address: string
  readonly signal: AbortSignal
  readonly ca: string | undefined
}

async function post({ url, message, address, signal, ca }: Post): Promise<PostOutcome> {
  const pinned: LookupFunction = (_host, { all }, done) => {
    const family = isIP(address)
    if (all) done(null, [{ address, family }])
    else done(null, address, family)
  }
  const options: RequestOptions & { ca?: string } = {
    method: 'POST',
    lookup: pinned,
    agent: false,
    headers: { ...message.headers, 'content-length': Buffer.byteLength(message.body) },
    signal,
    ...(ca === undefined ? {} : { ca }),
  }
  // Imported when something is sent: a start has no use for what they bring along.
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, options, resolve)
    sent.on('error', reject)
    sent.end(message.body)
  })
  const statusCode = response.statusCode ?? 0
  return {
    statusCode,
    failure: statusCode >= 200 && statusCode < 300 ? null : 'refused',
    answer: await readStart(response),
    retryAfter: response.headers['retry-after'],
  }
}

/** The beginning of the answer as text that the database can hold. What ends too early has said enough: its status. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxAnswerBytes) break
    }
  } catch {
    // The connection was lost, or the time is over.
  } finally {
    response.destroy()
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxAnswerBytes))
  return text.replaceAll('\u0000', '\uFFFD')
}

const notFound: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])

function failureOf(error: unknown): WebhookFailure {
  const { code = '' } = error as NodeJS.ErrnoException
  if (notFound.has(code)) return 'host_not_found'
  return certificateCodes.has(code) ? 'certificate_invalid' : 'connection_failed'
}

/** Of OpenSSL, as Node names them; what has not the form of TLS at all is a connection that failed. */
const certificateCodes: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
