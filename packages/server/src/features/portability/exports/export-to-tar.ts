import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { tarEndBytes, tarHeader, tarPaddingBytes } from '@spindle/contract/tar'
import { syncDirectory } from '../../../platform/files/durable-files.ts'
import { findAccount } from '../../accounts/index.ts'
import { withBytesKept, withTemporaryFile } from '../../backups/index.ts'
import type { ExportReport, ExportRequest, ExportSources } from '../export-account.ts'
import { nameExport } from '../manifest.ts'
import type { Append } from './tar-writer.ts'
import { listedUploads, placeFrom, writeHead } from './write-head.ts'

/** The archive that owners download, written by the operator into a file, which bears its name once it is complete. */
export async function exportToTar(
  sources: ExportSources,
  { accountId, to, onProgress }: ExportRequest,
): Promise<ExportReport | undefined> {
  const { opened, blobs } = sources
  const { database } = opened
  const account = await findAccount(database.tenant(accountId))
  if (!account) return undefined
  const at = sources.now()
  const part = `${to}.part`
  const file = await open(part, 'w', 0o600)
  const append: Append = (chunk) => file.appendFile(chunk)
  try {
    const report = await withBytesKept(database.system, nameExport(accountId, at), () =>
      withTemporaryFile(async (list) => {
        const head = await writeHead(
          { opened, blobs },
          {
            account,
            at,
            list,
            append,
            keep: async (files, position) => placeFrom(files, position),
            onProgress: async () => onProgress('copying the rows'),
          },
        )
        const bytes = await writeUploads(sources, { list, missing: new Set(head.missing), append, at, onProgress })
        const missing = head.missing.map((id) => ({ id, problem: 'its data is missing in the storage' }))
        const { id, uploads } = head
        return { id, uploads: uploads + missing.length, bytes, copied: uploads, copiedBytes: bytes, missing }
      }),
    )
    await finish(file)
    await rename(part, to)
    await syncDirectory(dirname(to))
    return report
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}

interface Writing extends Pick<ExportRequest, 'onProgress'> {
  readonly list: string
  readonly missing: ReadonlySet<string>
  append: Append
  readonly at: Date
}

async function writeUploads(
  { blobs }: ExportSources,
  { list, missing, append, at, onProgress }: Writing,
): Promise<number> {
  let total = 0
  let count = 0
  for await (const { id, name, bytes, receipt } of listedUploads(list)) {
    if (missing.has(id)) continue
    await append(tarHeader({ name, bytes, modifiedAt: at }))
    let written = 0
    for await (const chunk of await blobs.read({ key: id, receipt })) {
      await append(chunk as Buffer)
      written += (chunk as Buffer).length
    }
    // The length was already written before the bytes.
    if (written !== bytes) throw new Error(`the storage returned ${written} of the ${bytes} bytes of ${id}`)
    await append(new Uint8Array(tarPaddingBytes(bytes)))
    total += bytes
    count += 1
    onProgress(`copying uploads: ${count} copied (${total} bytes)`)
  }
  await append(new Uint8Array(tarEndBytes))
  return total
}

async function finish(file: FileHandle): Promise<void> {
  await file.sync()
  await file.close()
}
