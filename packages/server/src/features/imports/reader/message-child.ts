import { fstatSync, readSync, writeSync } from 'node:fs'
import { readOrRefuse } from './read-or-refuse.ts'

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

const answer = Buffer.from(JSON.stringify(readOrRefuse(readAll())))
for (let written = 0; written < answer.length; ) written += writeSync(1, answer, written)
