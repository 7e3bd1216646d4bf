import type { Readable } from 'node:stream'

/** A file as a list shows it. */
export interface ListedFile {
  readonly name: string
  readonly size: number
  readonly modifiedMs: number
}

/** An entry somewhere below a folder. */
export interface WalkedEntry extends Omit<ListedFile, 'name'> {
  /** From the folder that was walked. */
  readonly path: string
  /** `other` is a link, a pipe, a device: nothing of it is ever opened. */
  readonly kind: 'file' | 'folder' | 'other'
}

/** Where packages go to, and come from. Paths are relative, with `/`; one writer at a time for each place. */
export interface Transport {
  /** So many files are best written at the same time. */
  readonly filesAtOnce: number
  /** Bytes of a file; undefined without the file. */
  stat(path: string): Promise<number | undefined>
  /** Files in a folder, in the order of their names; none without the folder. */
  list(path: string): Promise<readonly ListedFile[]>
  /**
   * Everything below a folder, in no order, as it is read; nothing without the folder. A folder that is skipped is
   * not looked into. Links are named and not followed; folders are named where the place has some.
   */
  walk(path: string, isSkipped?: (folder: string) => boolean): AsyncIterable<WalkedEntry>
  /** The bytes of a file, which must be read to their end or destroyed. Links are not followed, wherever they stand. */
  open(path: string, signal: AbortSignal): Promise<Readable>
  mkdirs(path: string): Promise<void>
  /** Durable when it resolves. Never through a link. */
  putStream(path: string, content: Readable, signal: AbortSignal): Promise<void>
  /**
   * Replaces what has the new name; durable when it resolves. Undefined where nothing can be renamed, because a file
   * appears whole or not at all.
   */
  readonly rename: ((from: string, to: string) => Promise<void>) | undefined
  /** A file has its name before it is whole, so that its size proves nothing. */
  readonly showsParts?: boolean
  /** At most `maxBytes`, or it rejects. Links are not followed either. */
  read(path: string, maxBytes: number): Promise<Buffer>
  /** Removes a file, or a folder with everything in it, if it exists. */
  remove(path: string): Promise<void>
}

/** One that has a connection, made when it is first needed. */
export interface OpenTransport extends Transport {
  /** Describes the server, for the operator; undefined without a server. */
  readonly greet?: () => Promise<string>
  close(): Promise<void>
}

/** The way of a path from the place on. Names come from elsewhere too: none leads out of the place. */
export function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.includes('..') || path.includes('\0')) throw new Error(`${path} is outside the folder`)
  return segments
}

export const byName = (a: ListedFile, b: ListedFile): number => (a.name < b.name ? -1 : 1)
