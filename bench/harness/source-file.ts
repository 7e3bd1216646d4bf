import { randomBytes } from 'node:crypto'
import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import type { SourceFile } from './tus-client.ts'

export const mebibyte = 1024 ** 2

/** A file nothing can compress, already in the page cache. */
export async function writeSourceFile({ scratch }: Bench, bytes: number): Promise<SourceFile> {
  const path = join(await scratch.directory('source'), 'source')
  const file = await open(path, 'w')
  for (let written = 0; written < bytes; written += mebibyte) await file.write(randomBytes(mebibyte))
  // Written back before anything is measured.
  await file.sync()
  await file.close()
  return { path, bytes }
}

/** Throws unless the temporary directory has this much room. */
export async function requireRoom({ scratch }: Bench, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(await scratch.directory('room'))
  if (bavail * bsize < bytes) throw new Error(`The temporary directory has no room for ${bytes / mebibyte} MiB`)
}
