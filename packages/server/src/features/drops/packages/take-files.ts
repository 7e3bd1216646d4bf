import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { Tenant } from '../../../platform/database/sql.ts'
import { mayMean } from '../../imports/index.ts'
import type { OpenTransport } from '../../interchange/index.ts'
import type { Uploads } from '../../uploads/index.ts'
import type { ListedPackage } from './list-place.ts'
import { deleteTakenFile, insertTakenFile, listTakenFiles, type PackageRow, type TakenFile } from './package-queries.ts'
import type { NeededFile } from './read-package.ts'

/**
 * Files of a package become uploads of the account, one after the other: each is durable, counted and known to belong
 * to its place in one transaction, so that none is fetched twice. What has changed since is fetched anew.
 */

export interface TakingFiles {
  readonly tenant: Tenant
  readonly transport: Pick<OpenTransport, 'open'>
  readonly uploads: Pick<Uploads, 'saveFile' | 'discard'>
  readonly row: Pick<PackageRow, 'id'>
  readonly listed: ListedPackage
  readonly signal: AbortSignal
}

/** Answers the paths of those that are not what the messages say of them. */
export async function takeFiles(taking: TakingFiles, needed: readonly NeededFile[]): Promise<string[]> {
  const { listed, signal } = taking
  const entries = byPath(listed)
  const taken = new Map((await keepUnchanged(taking)).map((file) => [file.path, file] as const))
  const wrong: string[] = []
  for (const file of needed) {
    const entry = entries.get(file.path)
    if (!entry) continue
    signal.throwIfAborted()
    const isAsSaid = taken.get(file.path)?.isAsSaid ?? (await takeFile(taking, file, entry))
    if (!isAsSaid) wrong.push(file.path)
  }
  return wrong
}

const byPath = ({ entries }: ListedPackage) => new Map(entries.map((entry) => [entry.path, entry] as const))

/** Those that are still what they were when they were taken. The uploads of the others go. */
export async function keepUnchanged({ tenant, uploads, row, listed }: Omit<TakingFiles, 'transport' | 'signal'>) {
  const entries = byPath(listed)
  const kept: TakenFile[] = []
  for (const file of await listTakenFiles(tenant, row.id)) {
    const entry = entries.get(file.path)
    if (entry?.size === file.size && entry.modifiedMs === file.modifiedMs) {
      kept.push(file)
      continue
    }
    await deleteTakenFile(tenant, row.id, file)
    await uploads.discard(tenant.accountId, file.uploadId)
  }
  return kept
}

async function takeFile(
  { tenant, transport, uploads, row, signal }: TakingFiles,
  { path, kind, hashes, sizes }: NeededFile,
  { size, modifiedMs }: Pick<TakenFile, 'size' | 'modifiedMs'>,
): Promise<boolean> {
  const sums = new Map(hashes.map(({ algorithm }) => [algorithm, createHash(algorithm)] as const))
  const content = summed(await transport.open(path, signal), [...sums.values()])
  const metadata = { filename: path, filetype: undefined, kind, sha256: undefined }
  let isAsSaid = true
  await uploads.saveFile(tenant.accountId, { content, size, metadata }, async (trx, _sha256, uploadId) => {
    const digests = new Map([...sums].map(([algorithm, sum]) => [algorithm, sum.copy().digest('hex')] as const))
    isAsSaid =
      sizes.every((stated) => mayMean(stated, size)) &&
      hashes.every(({ algorithm, value }) => digests.get(algorithm) === value)
    await insertTakenFile(trx, row.id, { path, size, modifiedMs, uploadId, isAsSaid })
  })
  return isAsSaid
}

/** The same bytes; the messages give their sums. */
function summed(content: Readable, sums: readonly ReturnType<typeof createHash>[]): Readable {
  const tap = new Transform({
    transform(chunk: Buffer, _, done) {
      for (const sum of sums) sum.update(chunk)
      done(null, chunk)
    },
  })
  // The reader gets the failure.
  return pipeline(content, tap, () => {})
}
