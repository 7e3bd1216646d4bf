import { DiscoveryError, type DiscoveryStep } from '../errors.ts'
import type { Fetch } from '../transport/transport.ts'

/** One request of discovery; whatever is wrong with its answer is an error that names the step and the address. */

/** Where a step is, and how it asks. */
export interface StepContext {
  readonly step: DiscoveryStep
  readonly url: string
  readonly fetch: Fetch
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** Ends a step. `rule` says which part of which standard was broken. */
export function fail(
  { step, url }: Pick<StepContext, 'step' | 'url'>,
  code: string,
  words: string,
  cause?: unknown,
): never {
  throw new DiscoveryError(`Discovery stopped at ${step} (${url}): ${words}`, { code, step, url, cause })
}

/** Without credentials and without following redirects: where metadata lies is part of what it means. */
export async function ask(context: StepContext): Promise<Response> {
  const { url, timeoutMs, signal } = context
  requireSafeUrl(context)
  try {
    const limit = AbortSignal.timeout(timeoutMs)
    return await context.fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch (cause) {
    signal?.throwIfAborted()
    return fail(context, 'unreachable', 'there was no answer', cause)
  }
}

/** The JSON object of an answer (RFC 9728 section 3.2, RFC 8414 section 3.2): 200, `application/json`. */
export async function askForObject(context: StepContext): Promise<Record<string, unknown>> {
  const response = await ask(context)
  const mediaType = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (response.status !== 200) return fail(context, 'status_unexpected', `the answer is ${response.status}, not 200`)
  if (mediaType !== 'application/json')
    return fail(context, 'media_type_unexpected', `the answer is ${mediaType ?? 'of no type'}, not application/json`)
  const value: unknown = await response
    .json()
    .catch((cause: unknown) => fail(context, 'json_invalid', 'it is not JSON', cause))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail(context, 'json_invalid', 'it is not a JSON object')
  return value as Record<string, unknown>
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Metadata decides where credentials go, so it travels over TLS; a hub on this machine is the exception. */
export function requireSafeUrl(context: Pick<StepContext, 'step' | 'url'>): URL {
  const url = URL.canParse(context.url) ? new URL(context.url) : fail(context, 'url_invalid', 'this is not a URL')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url)))
    return fail(context, 'url_insecure', 'the address is not https')
  return url
}
