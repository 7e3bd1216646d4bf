import { AppError, limits } from '@spindle/contract'
import type { FastifyInstance } from 'fastify'

/**
 * The body of a batch of plays: how much of it may be in memory, and how it becomes single items. A line that is not
 * JSON is one bad item of an NDJSON batch; a JSON array that does not parse is not a batch at all. `checkPlayEvent`
 * judges the members and takes scalars of known form only, so the checks of depth and lone surrogates that other bodies
 * get would find nothing here.
 */

/** Its own parsers, and the byte budget before the body is read. `maxBytesInFlight` is for all batches together. */
export function bindBatchBody(scope: FastifyInstance, maxBytesInFlight: number): void {
  const parsers = { 'application/json': parseJsonBatch, 'application/x-ndjson': parseNdjsonBatch }
  scope.removeAllContentTypeParsers()
  for (const [mediaType, parse] of Object.entries(parsers))
    scope.addContentTypeParser(
      mediaType,
      { parseAs: 'buffer', bodyLimit: limits.maxPlaysBytes },
      async (_request: unknown, body: Buffer) => (body.length === 0 ? undefined : parse(body)),
    )
  const budget = byteBudget(maxBytesInFlight)
  scope.addHook('preParsing', async (request, reply, payload) => {
    const declaredBytes = Number(request.headers['content-length'] ?? limits.maxPlaysBytes)
    const release = budget.tryReserve(Math.min(Math.max(declaredBytes, minWeightBytes), limits.maxPlaysBytes))
    if (!release)
      throw new AppError('overloaded', { detail: 'Too many batches of plays at the same time.', retryAfterSeconds: 1 })
    reply.raw.once('close', release)
    return payload
  })
}

// Small batches weigh something too: parsed events take more than their bytes.
const minWeightBytes = 128 * 1024

/**
 * Bytes that may be in memory at once. A request that does not fit is refused at once, so that a crowd costs no memory.
 */
export interface ByteBudget {
  /** A function that gives the bytes back (once, however often it is called), or undefined when they do not fit. */
  tryReserve(size: number): (() => void) | undefined
}

export function byteBudget(totalBytes: number): ByteBudget {
  let freeBytes = totalBytes
  return {
    tryReserve(size) {
      if (size > freeBytes) return undefined
      freeBytes -= size
      let isReleased = false
      return () => {
        if (!isReleased) freeBytes += size
        isReleased = true
      }
    },
  }
}

/** An item that is not JSON. */
export const notJson: unique symbol = Symbol('not JSON')

export function parseJsonBatch(bytes: Buffer): readonly unknown[] {
  const value = parse(decode(bytes))
  if (value === notJson) throw new AppError('invalid_json', { detail: 'The body is not valid JSON.' })
  if (!Array.isArray(value))
    throw invalidBatch('type', 'The body must be an array of events.', 'Put the event in an array.')
  return limited(value)
}

export function parseNdjsonBatch(bytes: Buffer): readonly UnparsedItem[] {
  const lines = decode(bytes)
    .split('\n')
    .filter((line) => line.trim() !== '')
  // Counted first: millions of lines would stop the hub for seconds. And not parsed here, where all of them would be.
  return limited(lines).map((line) => new UnparsedItem(line))
}

/** An item as it was sent; `parseItem` makes it what it says. */
export class UnparsedItem {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  parse(): unknown {
    return parse(this.#text)
  }
}

/** The value of an item, or `notJson`. */
export const parseItem = (item: unknown): unknown => (item instanceof UnparsedItem ? item.parse() : item)

function limited<T>(items: readonly T[]): readonly T[] {
  if (items.length > limits.maxPlaysPerBatch)
    throw new AppError('body_too_large', {
      detail: `A batch can have at most ${limits.maxPlaysPerBatch} events, but this one has ${items.length}.`,
    })
  return items
}

/** The answer of the route without a body. */
export const missingBatch = (): AppError =>
  invalidBatch('required', 'The request needs a body.', 'Send a JSON array of events, or NDJSON.')

const invalidBatch = (code: string, detail: string, fix: string): AppError =>
  new AppError('validation_failed', { errors: [{ pointer: '', code, detail, fix }] })

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError('invalid_json', { detail: 'The body is not valid UTF-8.' })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return notJson
  }
}
