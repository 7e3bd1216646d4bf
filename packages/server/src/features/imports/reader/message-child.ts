import { fstatSync, readSync, writeSync } from 'node:fs'
import { readMessage } from './read-message.ts'
import type { Reading } from './reading.ts'
import { RefusedMessage } from './refused-message.ts'

/** Entry of the child process for messages. It has no path, no environment and no database: one open file and one pipe. */

const file = 0

function readAll(): Uint8Array {
  const bytes = new Uint8Array(fstatSync(file).size)
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(file, bytes, done, bytes.length - done, done)
    if (count === 0) break
    done += count
  }
  return bytes
}

function read(): Reading {
  try {
    return { outcome: 'read', message: readMessage(readAll()) }
  } catch (error) {
    if (!(error instanceof RefusedMessage)) throw error
    return { outcome: 'refused', code: error.code, detail: error.message, line: error.line ?? null }
  }
}

const answer = Buffer.from(JSON.stringify(read()))
for (let written = 0; written < answer.length; ) written += writeSync(1, answer, written)
