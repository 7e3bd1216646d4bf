import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const blockBytes = 1024 ** 2

/** The limit of uploads: copy a file, its SHA-256 in the same pass, fsync. No network, no protocol, one thread. */
export function copyFile(from: string, directory: string): void {
  const to = join(directory, 'copy')
  const source = openSync(from, 'r')
  const target = openSync(to, 'w')
  const block = Buffer.allocUnsafe(blockBytes)
  const digest = createHash('sha256')
  for (let read = readSync(source, block); read > 0; read = readSync(source, block)) {
    const bytes = block.subarray(0, read)
    digest.update(bytes)
    writeSync(target, bytes)
  }
  digest.digest()
  fsyncSync(target)
  closeSync(target)
  closeSync(source)
  unlinkSync(to)
}
