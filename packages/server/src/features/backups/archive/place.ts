import type { Archive, Writing } from './archive.ts'
import type { ArchiveFiles } from './archive-files.ts'

/** The location of an archive: a folder, or a part of a bucket. Both have the same files under the same names. */
export interface ArchivePlace {
  readonly kind: 'folder' | 'prefix'
  /** The name for people. */
  readonly name: string
  openFiles(): Promise<ArchiveFiles>
  /** Creates the place if it does not exist. */
  prepare(): Promise<void>
  /** Whether it is empty, or has only a description. */
  isEmpty(): Promise<boolean>
  /** Writes `archive.json`. */
  describe(text: string): Promise<void>
  /** For a new backup, after it was described. */
  openForWriting(writing: Writing): Promise<Archive>
  /** Records for the next backup that a file is damaged. False if the place is read-only. */
  noteDamage(file: string): Promise<boolean>
  /** Runs `work` while no backup is made here. */
  withPruneMark<T>(work: () => Promise<T>): Promise<T>
  /** Each is removed from the list first, and then deleted. */
  removeBackups(ids: readonly string[]): Promise<void>
  /** The content of uploads, by its SHA-256. */
  listContents(): AsyncIterable<StoredContent>
  removeContent(sha256: string): Promise<void>
  /** Releases what it holds, such as connections. */
  close(): Promise<void>
}

export interface StoredContent {
  readonly sha256: string
  /** The stored form, which may be sealed. */
  readonly bytes: number
}

export const descriptionName = 'archive.json'
