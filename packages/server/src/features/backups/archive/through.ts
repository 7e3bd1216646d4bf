import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The output of `change` for the input `source`; its reader receives the errors of both. */
export function through(source: Readable, change: Transform): Readable {
  pipeline(source, change).catch(() => undefined)
  return change
}
