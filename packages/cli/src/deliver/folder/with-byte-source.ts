import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { ByteSource } from '@spindle/contract/audio-headers'

/** Reads a file by position while `use` looks at it. Headers are small; the few reads block for a moment. */
export function withByteSource<Result>(path: string, use: (source: ByteSource) => Result): Result {
  const file = openSync(path, 'r')
  try {
    return use({
      size: fstatSync(file).size,
      read: (position, target) => readSync(file, target, 0, target.length, position),
    })
  } finally {
    closeSync(file)
  }
}
