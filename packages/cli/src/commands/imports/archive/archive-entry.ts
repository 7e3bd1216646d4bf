/** What an archive holds, one after the other, whatever its format. */
export interface ArchiveEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'device'
  /** As the archive says it. */
  readonly bytes: number
  readonly modifiedAt: Date
  /** Read before the next entry is asked for, or not at all. */
  read(): Promise<AsyncIterable<Uint8Array>>
}

/** Throws what the reader of its format throws, for what is damaged. */
export type ReadArchive = (path: string, signal: AbortSignal) => AsyncGenerator<ArchiveEntry>
