import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { choreographies } from '../../src/features/interchange/outlet-settings.ts'
import type { BucketAddress, BucketFolder } from './object-store/bucket-folder.ts'

/** Stores that take packages from a bucket. */

type Choreography = (typeof choreographies)[number]

/** What follows `outlets add ID`; the secret is written into `folder`. */
export async function bucketStoreArguments(
  { endpoint, bucket, region, credentials }: BucketAddress,
  { prefix, folder }: { readonly prefix: string; readonly folder: string },
): Promise<string[]> {
  const secretFile = join(folder, 'secret-access-key')
  await writeFile(secretFile, credentials.secretAccessKey)
  return [
    ...['--s3', `s3://${bucket}/${prefix.replace(/\/$/, '')}`, '--endpoint', endpoint, '--region', region],
    ...['--access-key', credentials.accessKeyId, '--secret-key-file', secretFile],
  ]
}

export interface BucketPackage {
  /** Of all that belongs to it, in the order of their names. */
  readonly paths: readonly string[]
  /** What tells the store that the package is whole. */
  readonly endMark: string
  readonly xml: string
  readonly messageId: string
}

/** Whole packages in the order of their batches. Throws where an end mark stands before what it promises. */
export async function readPackages(store: BucketFolder, choreography: Choreography): Promise<BucketPackage[]> {
  const paths = await store.paths()
  const isEndMark = choreography === 'batch' ? /^(\d{17})\/BatchComplete_\1\.xml$/ : /^(\d+)_\d{17}\/\1\.xml$/
  const endMarks = paths.filter((path) => isEndMark.test(path)).sort((a, b) => (batchOf(a) < batchOf(b) ? -1 : 1))
  return Promise.all(endMarks.map((endMark) => readPackage(store, paths, endMark)))
}

const batchOf = (path: string): string => /\d{17}/.exec(path)?.[0] ?? ''

async function readPackage(store: BucketFolder, all: readonly string[], endMark: string): Promise<BucketPackage> {
  const [folder] = endMark.split('/')
  const paths = all.filter((path) => path.startsWith(`${folder}/`))
  const messages = paths.filter((path) => /^[^/]+\/(\d+\/)?\d+\.xml$/.test(path))
  expect(messages).toHaveLength(1)
  const [message = ''] = messages
  const bytes = await store.bytesOf(message)
  const xml = bytes.toString()
  if (message !== endMark) expect((await store.bytesOf(endMark)).toString()).toContain(sha256(bytes))
  const found = (pattern: RegExp): string[] => [...xml.matchAll(pattern)].map(([, text = '']) => text)
  // Where the store has the files already the message names them all the same.
  const uris = found(/<IsProvidedInDelivery>([^<]+)</g).includes('true') ? found(/<URI>([^<]+)</g) : []
  const sums = found(/<HashSumValue>([^<]+)</g)
  for (const [index, uri] of uris.entries()) {
    const path = message.replace(/[^/]*$/, uri)
    expect([path, sha256(await store.bytesOf(path))]).toEqual([path, sums[index]])
  }
  return { paths, endMark, xml, messageId: /<MessageId>([^<]+)/.exec(xml)?.[1] ?? '' }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
