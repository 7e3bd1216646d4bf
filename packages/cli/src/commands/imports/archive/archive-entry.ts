/** The entries of an archive, one after the other, in any format. */
export interface ArchiveEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'device'
  /** As written in the archive. */
  readonly bytes: number
  readonly modifiedAt: Date
  /** Read before the next entry is requested, or not at all. */
  read(): Promise<AsyncIterable<Uint8Array>>
}

/** Throws the errors of its format's reader for damaged archives. */
export type ReadArchive = (path: string, signal: AbortSignal) => AsyncGenerator<ArchiveEntry>
