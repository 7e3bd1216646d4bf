import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { withSnapshot } from '../../platform/database/copy/copy-out.ts'
import type { OpenDatabase } from '../../platform/open-database.ts'
import { hubBuild } from '../../platform/process/version.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { findAccount } from '../accounts/index.ts'
import {
  type Archive,
  type ArchiveKeys,
  type CopiedBytes,
  copyBytes,
  folderPlace,
  openArchiveForWriting,
  parseUploads,
  withBytesKept,
  withTemporaryFile,
} from '../backups/index.ts'
import { digestUploads } from '../uploads/index.ts'
import { copyRows } from './copy-rows.ts'
import { digestOfUploads } from './digest-of-uploads.ts'
import { describeAccount, fileOfUpload, nameExport, writeExportManifest } from './manifest.ts'
import { readme } from './readme.ts'

/**
 * All that an account has, in a folder, while the hub works: its rows of one instant, then the bytes that these rows
 * name. It contains no secrets, and nothing of other accounts.
 */

export interface ExportSources {
  readonly opened: OpenDatabase
  readonly blobs: Blobs
  readonly now: () => Date
}

export interface ExportRequest extends Pick<ArchiveKeys, 'recipient'> {
  readonly accountId: AccountId
  readonly to: string
  onProgress(text: string): void
}

export interface ExportReport extends CopiedBytes {
  readonly id: string
}

/** Undefined for an unknown account. */
export async function exportAccount(sources: ExportSources, request: ExportRequest): Promise<ExportReport | undefined> {
  const { database } = sources.opened
  const { accountId, to, recipient } = request
  const account = await findAccount(database.tenant(accountId))
  if (!account) return undefined
  const archive = await openArchiveForWriting(folderPlace(to), { holds: 'exports', recipient })
  const at = sources.now()
  const id = nameExport(accountId, at)
  return withBytesKept(database.system, id, () =>
    withTemporaryFile(async (list) => {
      const target = await archive.begin(id)
      await digestUploads({ database, blobs: sources.blobs }, accountId)
      request.onProgress('copying the rows')
      const rows = await withSnapshot(
        sources.opened.connection,
        (snapshot) => copyRows(snapshot, { write: target.write, accountId, list }),
        accountId,
      )
      const { missing, ...bytes } = await copyUploads(sources, request, { archive, list })
      await target.write('README.txt', Readable.from([readme(account.name)], { objectMode: false }))
      await writeExportManifest(target, {
        format: 1,
        id,
        createdAt: at.toISOString(),
        hubVersion: hubBuild,
        account: describeAccount(account),
        ...rows,
        uploads: bytes.uploads,
        bytes: bytes.bytes,
        uploadsSha256: await digestOfList(list),
        missing: missing.map((upload) => upload.id),
      })
      await target.finish()
      return { id, ...bytes, missing }
    }),
  )
}

async function copyUploads(
  { blobs }: ExportSources,
  { onProgress }: ExportRequest,
  { archive, list }: { readonly archive: Archive; readonly list: string },
): Promise<CopiedBytes> {
  // What the folder has already is read again: it may have come from anywhere.
  return copyBytes({ blobs, archive, isReread: () => true, onProgress }, uploadsOf(list))
}

async function* uploadsOf(list: string): AsyncGenerator<UploadToCopy> {
  for await (const upload of parseUploads(createReadStream(list)))
    yield { ...upload, file: fileOfUpload(upload.id, upload.container) }
}

type UploadToCopy = ReturnType<typeof parseUploads> extends AsyncGenerator<infer U> ? U : never

async function digestOfList(list: string): Promise<string> {
  const uploads: { readonly id: string; readonly sha256: string }[] = []
  for await (const { id, sha256 } of parseUploads(createReadStream(list))) uploads.push({ id, sha256 })
  return digestOfUploads(uploads)
}
