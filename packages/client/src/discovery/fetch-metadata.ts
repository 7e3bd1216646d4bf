import { DiscoveryError, type DiscoveryStep } from '../errors.ts'
import { findText } from '../transport/read-body.ts'
import type { Fetch } from '../transport/transport.ts'
import { type DiscoveryRule, rules } from './discovery-rules.ts'

/** One request of discovery; any problem of its answer is an error that names the step and the address. */

/** The address of a step, and how it is requested. */
export interface StepContext {
  /** Which step. */
  readonly step: DiscoveryStep
  /** The requested address. */
  readonly url: string
  /** How the request is sent. */
  readonly fetch: Fetch
  /** Limit of the request, in milliseconds. */
  readonly timeoutMs: number
  /** Ends the request. */
  readonly signal: AbortSignal | undefined
  /** The rules that were checked and hold. */
  readonly kept: Set<DiscoveryRule>
}

/** The part of a step that the checks need. */
export type Where = Pick<StepContext, 'step' | 'url' | 'kept'>

/** Ends a step; `rule` is the one that was broken, if it was one. */
export function fail(
  { step, url }: Pick<StepContext, 'step' | 'url'>,
  code: string,
  words: string,
  { rule, cause }: { readonly rule?: DiscoveryRule | undefined; readonly cause?: unknown } = {},
): never {
  const source = rule === undefined ? '' : ` (${rule.source})`
  throw new DiscoveryError(`Discovery stopped at ${step} (${url}): ${words}${source}`, {
    code,
    step,
    url,
    rule,
    detail: words,
    cause,
  })
}

/** Ends a step unless the rule is kept. */
export function check(
  where: Where,
  rule: DiscoveryRule,
  isKept: boolean,
  [code, words]: readonly [code: string, words: string],
): void {
  if (!isKept) fail(where, code, words, { rule })
  where.kept.add(rule)
}

/** Without credentials and without following redirects: the address of metadata is part of its meaning. */
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
    return fail(context, 'unreachable', 'there was no response', { cause })
  }
}

const maxDocumentBytes = 1024 ** 2

/** The JSON object of an answer; `rule` requires it. */
export async function askForObject(context: StepContext, rule: DiscoveryRule): Promise<Record<string, unknown>> {
  const response = await ask(context)
  const mediaType = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  check(context, rule, response.status === 200, ['status_unexpected', `the response is ${response.status}, not 200`])
  check(context, rule, mediaType === 'application/json', [
    'media_type_unexpected',
    `the response is ${mediaType ?? 'of no type'}, not application/json`,
  ])
  const text = await findText(response, maxDocumentBytes).catch((cause: unknown) =>
    fail(context, 'unreachable', 'the response was interrupted', { cause }),
  )
  if (text === undefined) return fail(context, 'document_too_large', 'it is longer than 1 MiB', { rule })
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail(context, 'json_invalid', 'it is not a JSON object', { rule })
  return value as Record<string, unknown>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Metadata decides where credentials go, so it travels over TLS; a hub on this machine is the exception. */
export function requireSafeUrl(where: Where): URL {
  const url = URL.canParse(where.url) ? new URL(where.url) : fail(where, 'url_invalid', 'this is not a URL')
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
  check(where, rules.secure[where.step], isSafe, ['url_insecure', 'the address is not https'])
  return url
}
