import type { Archive, Writing } from './archive.ts'
import type { ArchiveFiles } from './archive-files.ts'

/** Where an archive lies: a folder, or a part of a bucket. Both have the same files under the same names. */
export interface ArchivePlace {
  readonly kind: 'folder' | 'prefix'
  /** As people name it. */
  readonly name: string
  openFiles(): Promise<ArchiveFiles>
  /** Makes the place where there is none. */
  prepare(): Promise<void>
  /** Whether it holds nothing, or at most a description. */
  isEmpty(): Promise<boolean>
  /** Writes `archive.json`. */
  describe(text: string): Promise<void>
  /** For a new backup, once it is described. */
  openForWriting(writing: Writing): Promise<Archive>
  /** Notes for the next backup that a file is damaged. False where nothing can be written. */
  noteDamage(file: string): Promise<boolean>
  /** Runs `work` while no backup is made here. */
  withPruneMark<T>(work: () => Promise<T>): Promise<T>
  /** Each leaves the list at once, and is deleted then. */
  removeBackups(ids: readonly string[]): Promise<void>
  /** What uploads hold, by its SHA-256. */
  listContents(): AsyncIterable<StoredContent>
  removeContent(sha256: string): Promise<void>
  /** Gives back what it holds, such as connections. */
  close(): Promise<void>
}

export interface StoredContent {
  readonly sha256: string
  /** As it is stored, which may be sealed. */
  readonly bytes: number
}

export const descriptionName = 'archive.json'
