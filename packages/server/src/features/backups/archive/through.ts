import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What comes out of `change` when `source` goes in; whoever reads it hears of the errors of both. */
export function through(source: Readable, change: Transform): Readable {
  pipeline(source, change).catch(() => undefined)
  return change
}
