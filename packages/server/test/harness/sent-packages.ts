import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { choreographies } from '@spindle/contract'
import { expect } from 'vitest'

/** The packages sent to stores, over any transport. */

type Choreography = (typeof choreographies)[number]

/** The place where a store receives packages, as its owner sees it. */
export interface StoreFiles {
  /** The paths of all files, in order. */
  paths(): Promise<string[]>
  bytesOf(path: string): Promise<Buffer>
}

/** Files on the local disk, written by any process. */
export const folderFiles = (root: string): StoreFiles => ({
  paths: async () =>
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .flatMap((entry) => (entry.isFile() ? [relative(root, join(entry.parentPath, entry.name))] : []))
      .sort(),
  bytesOf: (path) => readFile(join(root, path)),
})

export interface SentPackage {
  /** All of its files, in the order of their names. */
  readonly paths: readonly string[]
  /** The file that marks the package as complete. */
  readonly endMark: string
  readonly xml: string
  readonly messageId: string
}

/** Paths of the files that mark a package as complete, in the order of the batches. */
export async function listEndMarks(store: StoreFiles, choreography: Choreography): Promise<string[]> {
  const isEndMark = choreography === 'batch' ? /^(\d{17})\/BatchComplete_\1\.xml$/ : /^(\d+)_\d{17}\/\1\.xml$/
  return (await store.paths()).filter((path) => isEndMark.test(path)).sort((a, b) => (batchOf(a) < batchOf(b) ? -1 : 1))
}

/** Complete packages in the order of their batches. Throws when a completion file precedes a file it promises. */
export async function readPackages(store: StoreFiles, choreography: Choreography): Promise<SentPackage[]> {
  const endMarks = await listEndMarks(store, choreography)
  return Promise.all(endMarks.map((endMark) => readPackage(store, endMark)))
}

const batchOf = (path: string): string => /\d{17}/.exec(path)?.[0] ?? ''

/** Throws if it is incomplete. */
export async function readPackage(store: StoreFiles, endMark: string): Promise<SentPackage> {
  const [folder] = endMark.split('/')
  const paths = (await store.paths()).filter((path) => path.startsWith(`${folder}/`))
  const messages = paths.filter((path) => /^[^/]+\/(\d+\/)?\d+\.xml$/.test(path))
  expect(messages).toHaveLength(1)
  const [message = ''] = messages
  const bytes = await store.bytesOf(message)
  const xml = bytes.toString()
  if (message !== endMark) expect((await store.bytesOf(endMark)).toString()).toContain(sha256(bytes))
  const found = (pattern: RegExp): string[] => [...xml.matchAll(pattern)].map(([, text = '']) => text)
  // The message also names files that the store already has.
  const uris = found(/<IsProvidedInDelivery>([^<]+)</g).includes('true') ? found(/<URI>([^<]+)</g) : []
  const sums = found(/<HashSumValue>([^<]+)</g)
  for (const [index, uri] of uris.entries()) {
    const path = message.replace(/[^/]*$/, uri)
    expect([path, sha256(await store.bytesOf(path))]).toEqual([path, sums[index]])
  }
  return { paths, endMark, xml, messageId: /<MessageId>([^<]+)/.exec(xml)?.[1] ?? '' }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
