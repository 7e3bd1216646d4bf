import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type TarHeader } from 'modern-tar'
import type { ArchiveEntry } from './archive-entry.ts'

/** Checksums of headers and the end mark are required. */
export const readTar = (path: string, signal: AbortSignal): AsyncGenerator<ArchiveEntry> =>
  entriesOf(createReadStream(path, { signal }))

/** A tar with gzip around it. */
export function readTarGz(path: string, signal: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const unpacked = createGunzip()
  createReadStream(path, { signal })
    .on('error', (error) => unpacked.destroy(error))
    .pipe(unpacked)
  return entriesOf(unpacked)
}

async function* entriesOf(stream: Readable): AsyncGenerator<ArchiveEntry> {
  try {
    const entries = Readable.toWeb(stream).pipeThrough(createTarDecoder({ strict: true }))
    for await (const { header, body } of entries) {
      let isAsked = false
      yield {
        name: header.name,
        kind: kindOf(header),
        bytes: header.size,
        modifiedAt: header.mtime ?? new Date(0),
        async read() {
          isAsked = true
          return body
        },
      }
      // The next one begins where this one ends.
      if (!isAsked) await body.cancel()
    }
  } finally {
    stream.destroy()
  }
}

function kindOf({ type = 'file' }: TarHeader): ArchiveEntry['kind'] {
  if (type === 'file') return 'file'
  if (type === 'directory') return 'folder'
  return type === 'symlink' || type === 'link' ? 'link' : 'device'
}
