import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { listTarFiles, TarError } from '@spindle/contract/tar'

/** Reads an archive once from front to end, and compares each file with what the archive says of it in `SHA256SUMS`. */

/** How many files were read before the end, or before the archive turned out to be damaged. */
export interface CheckedArchive {
  readonly files: number
  /** In words; empty if nothing is wrong. */
  readonly problems: readonly string[]
}

const sumsName = 'SHA256SUMS'

/** Reads a file in pieces of 1 MiB; only `SHA256SUMS` is kept whole. Throws when the archive cannot be read. */
export async function checkArchive(path: string, signal: AbortSignal): Promise<CheckedArchive> {
  const found = new Map<string, string>()
  let sums = ''
  const handle = await open(path)
  try {
    const readAt = async (position: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    for await (const { name, bytes, position } of listTarFiles(readAt)) {
      const hash = createHash('sha256')
      const chunks: Buffer[] = []
      for await (const chunk of readRange(path, { position, bytes, signal })) {
        hash.update(chunk)
        if (name === sumsName) chunks.push(chunk)
      }
      if (name === sumsName) sums = Buffer.concat(chunks).toString('utf8')
      else found.set(name, hash.digest('hex'))
    }
  } catch (error) {
    if (error instanceof TarError) return { files: found.size, problems: [error.message] }
    throw error
  } finally {
    await handle.close()
  }
  return { files: found.size, problems: compare(found, sums) }
}

interface RangeOfFile {
  readonly position: number
  readonly bytes: number
  readonly signal: AbortSignal
}

const readRange = (path: string, { position, bytes, signal }: RangeOfFile): AsyncIterable<Buffer> | Buffer[] =>
  bytes === 0
    ? []
    : createReadStream(path, { start: position, end: position + bytes - 1, highWaterMark: 1024 ** 2, signal })

function compare(found: ReadonlyMap<string, string>, sums: string): string[] {
  const problems: string[] = []
  const named = new Set<string>()
  for (const line of sums.split('\n').filter((text) => text !== '')) {
    const [, sha256 = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    named.add(name)
    const is = found.get(name)
    if (is === undefined) problems.push(`${name} is missing`)
    else if (is !== sha256) problems.push(`${name} has different content`)
  }
  for (const name of found.keys()) if (!named.has(name)) problems.push(`${name} is not in ${sumsName}`)
  return problems
}
