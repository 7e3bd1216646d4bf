import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { tarLengthOf } from '@spindle/contract/tar'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import { forEach } from '../../../platform/concurrency/concurrency-limit.ts'
import { withSnapshot } from '../../../platform/database/copy/copy-out.ts'
import type { OpenDatabase } from '../../../platform/open-database.ts'
import { hubBuild } from '../../../platform/process/version.ts'
import type { Id } from '../../../platform/values/ids.ts'
import type { AccountRow } from '../../accounts/index.ts'
import { describeArchive, parseUploads } from '../../backups/index.ts'
import { digestUploads } from '../../uploads/index.ts'
import { copyRows } from '../copy-rows.ts'
import { digestOfUploads } from '../digest-of-uploads.ts'
import { describeAccount, fileOfUpload, nameExport, writeExportManifest } from '../manifest.ts'
import { readme } from '../readme.ts'
import { type Append, sumLine, tarWriter, textStream } from './tar-writer.ts'

/**
 * The beginning of an archive: everything but the uploads, which follow in the order of their ids. It has their names,
 * lengths and digests, so that the rest can be made of the storage at any time, and from any byte on.
 */

export interface HeadSources {
  readonly opened: OpenDatabase
  readonly blobs: Blobs
}

export interface HeadRequest {
  readonly account: AccountRow
  readonly at: Date
  /** A file that is not there yet; the uploads are listed in it. */
  readonly list: string
  append: Append
  /** Answers those of them that will be there for as long as the archive needs them. */
  keep(files: readonly UploadToPlace[], position: number): Promise<readonly ArchivedUpload[]>
  /** From 0 to 100. */
  onProgress(percent: number): Promise<void>
}

export interface UploadToPlace {
  readonly id: Id<'upl'>
  readonly name: string
  readonly bytes: number
}

export interface ArchivedUpload extends UploadToPlace {
  /** Of its header, behind the beginning of the archive. */
  readonly position: number
}

export interface Head {
  /** The name of the export in the archive. */
  readonly id: string
  readonly headBytes: number
  readonly filesBytes: number
  readonly uploads: number
  readonly missing: readonly string[]
}

/** Most of the time goes into the rows. */
const shareOfRows = 80

export async function writeHead({ opened, blobs }: HeadSources, request: HeadRequest): Promise<Head> {
  const { account, at, list } = request
  const id = nameExport(account.id, at)
  const tar = tarWriter(request.append, at)
  await tar.write('archive.json', textStream(describeArchive('exports')))
  await digestUploads({ database: opened.database, blobs }, account.id)
  const write = (name: string, content: Readable) => tar.write(join('exports', id, name), content)
  const rows = await withSnapshot(
    opened.connection,
    (snapshot) =>
      copyRows(snapshot, {
        write,
        accountId: account.id,
        list,
        onTable: (done, all) => request.onProgress(Math.floor((shareOfRows * done) / all)),
      }),
    account.id,
  )
  const placed = await placeUploads(blobs, request)
  await write('README.txt', textStream(readme(account.name)))
  await writeExportManifest(
    { write },
    {
      format: 1,
      id,
      createdAt: at.toISOString(),
      hubVersion: hubBuild,
      account: describeAccount(account),
      ...rows,
      uploads: placed.listed,
      bytes: placed.listedBytes,
      uploadsSha256: await digestOfList(list),
      missing: [...placed.missing],
    },
  )
  await tar.write('SHA256SUMS', Readable.from(sumsOf(tar.sums, list, placed.missing), { objectMode: false }))
  const { filesBytes, uploads, missing } = placed
  return { id, headBytes: tar.bytes, filesBytes, uploads, missing: [...missing] }
}

interface Placed {
  readonly listed: number
  readonly listedBytes: number
  readonly filesBytes: number
  readonly uploads: number
  readonly missing: ReadonlySet<string>
}

const placedAtOnce = 200

async function placeUploads(blobs: Blobs, { list, keep }: HeadRequest): Promise<Placed> {
  const counts = { listed: 0, listedBytes: 0, filesBytes: 0, uploads: 0 }
  const missing = new Set<string>()
  for await (const batch of batchesOf(listedUploads(list))) {
    counts.listed += batch.length
    for (const { bytes } of batch) counts.listedBytes += bytes
    const kept = await keep(await findStored(blobs, batch), counts.filesBytes)
    for (const file of kept) counts.filesBytes += tarLengthOf(file)
    counts.uploads += kept.length
    const found = new Set<string>(kept.map(({ id }) => id))
    for (const { id } of batch) if (!found.has(id)) missing.add(id)
  }
  return { ...counts, missing }
}

/** Where each of them begins, one behind the other. */
export function placeFrom(files: readonly UploadToPlace[], position: number): ArchivedUpload[] {
  let next = position
  return files.map((file) => {
    const placed = { ...file, position: next }
    next += tarLengthOf(file)
    return placed
  })
}

type ListedUpload = ReturnType<typeof parseUploads> extends AsyncGenerator<infer U> ? U : never

export async function* listedUploads(list: string): AsyncGenerator<ListedUpload & { readonly name: string }> {
  for await (const upload of parseUploads(createReadStream(list)))
    yield { ...upload, name: fileOfUpload(upload.id, upload.container) }
}

async function* batchesOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < placedAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** An object store takes long to answer each question. */
const lookedForAtOnce = 16

/** Those whose bytes the storage has, in the same order. */
async function findStored<T extends ListedUpload>(blobs: Blobs, batch: readonly T[]): Promise<T[]> {
  const stored = new Set<string>()
  const look = async ({ id, receipt, bytes }: T): Promise<void> => {
    const found = await blobs.stat({ key: id, receipt })
    if (found?.state === 'complete' && found.bytes === bytes) stored.add(id)
  }
  await forEach(toAsync(batch), look, lookedForAtOnce)
  return batch.filter(({ id }) => stored.has(id))
}

async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

async function* sumsOf(ofRows: readonly string[], list: string, missing: ReadonlySet<string>): AsyncGenerator<string> {
  yield* ofRows
  for await (const { id, sha256, name } of listedUploads(list)) if (!missing.has(id)) yield sumLine(sha256, name)
}

async function digestOfList(list: string): Promise<string> {
  const uploads: { readonly id: string; readonly sha256: string }[] = []
  for await (const { id, sha256 } of listedUploads(list)) uploads.push({ id, sha256 })
  return digestOfUploads(uploads)
}
