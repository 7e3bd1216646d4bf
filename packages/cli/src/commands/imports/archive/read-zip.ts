import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { ArchiveEntry } from './archive-entry.ts'

/** Sizes and names are checked by the reader: a file with more bytes than its entry says ends the reading. */
export async function* readZip(path: string): AsyncGenerator<ArchiveEntry> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) yield toEntry(zip, entry)
  } finally {
    zip.close()
  }
}

const toEntry = (zip: ZipFile, entry: Entry): ArchiveEntry => ({
  name: entry.fileName,
  kind: kindOf(entry, entry.fileName),
  bytes: entry.uncompressedSize,
  modifiedAt: entry.getLastModDate({ timezone: 'UTC' }),
  async read() {
    if (entry.isEncrypted()) throw new Error(`${entry.fileName} is encrypted`)
    return zip.openReadStreamPromise(entry)
  },
})

const unix = 3
/** The type of a file in its mode, as Unix says it (stat(2)). */
const types: Readonly<Record<number, ArchiveEntry['kind']>> = { 0: 'file', 8: 'file', 4: 'folder', 10: 'link' }

export function kindOf({ versionMadeBy, externalFileAttributes }: Entry, fileName: string): ArchiveEntry['kind'] {
  const kind = versionMadeBy >> 8 === unix ? (types[externalFileAttributes >>> 28] ?? 'device') : 'file'
  return kind === 'file' && fileName.endsWith('/') ? 'folder' : kind
}
