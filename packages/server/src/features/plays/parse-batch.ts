import { AppError, limits } from '@spindle/contract'

/**
 * A body of plays as single items. A line that is no JSON is one bad item of an NDJSON batch; a JSON array that does not
 * parse is no batch at all. Members are judged by `checkPlayEvent`, which takes scalars of known form only, so the checks of
 * depth and lone surrogates that other bodies get would find nothing here.
 */

/** An item that is no JSON. */
export const notJson: unique symbol = Symbol('not JSON')

export function parseJsonBatch(bytes: Buffer): readonly unknown[] {
  const value = parse(decode(bytes))
  if (value === notJson) throw new AppError('invalid_json', { detail: 'The body is not valid JSON.' })
  if (!Array.isArray(value))
    throw invalidBatch('type', 'The body must be an array of events.', 'Put the event into an array.')
  return limited(value)
}

export function parseNdjsonBatch(bytes: Buffer): readonly unknown[] {
  const lines = decode(bytes)
    .split('\n')
    .filter((line) => line.trim() !== '')
  // Counted first: millions of lines that are no JSON would stop the hub for seconds.
  return limited(lines).map(parse)
}

function limited<T>(items: readonly T[]): readonly T[] {
  if (items.length > limits.maxPlaysPerBatch)
    throw new AppError('body_too_large', {
      detail: `A batch may have at most ${limits.maxPlaysPerBatch} events; this one has ${items.length}.`,
    })
  return items
}

/** What the route answers when there is no body. */
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
