import { deleteRowsOfAccount, disownRows } from '../../platform/database/copy/account-rows.ts'
import { withLoading } from '../../platform/database/copy/copy-in.ts'
import { type TenantTransaction, tenantTransaction } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { OpenDatabase } from '../../platform/open-database.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { deleteAccount, lockAccount } from '../accounts/index.ts'
import { type Audit, operatorActor } from '../people/index.ts'
import { hasFeedEntries, insertFeedTimeline, lockLaneOfTenant } from '../plays/index.ts'
import { listOffered } from '../releases/index.ts'
import { listAllUploads, type UploadId } from '../uploads/index.ts'
import { accountTables, ownerOf } from './account-tables.ts'
import { digestOfUploads } from './digest-of-uploads.ts'
import { type EraseBytes, inParts } from './erase-bytes.ts'
import { listHeadKeys } from './exports/export-queries.ts'

/**
 * Takes an account and all it has out of the hub, for good: the rows in one transaction, which leaves jobs for the
 * bytes. What stays is one line in the audit of the hub, and the assigned codes, so that they are never assigned again.
 */

export interface ErasingParts {
  readonly opened: OpenDatabase
  readonly jobs: Jobs
  readonly audit: Audit
  readonly bytes: EraseBytes
}

export interface EraseRequest {
  readonly accountId: AccountId
  /** The name of the account, typed as a confirmation. */
  readonly confirm: string | undefined
  onProgress(text: string): void
}

export interface EraseReport {
  readonly name: string
  readonly rows: number
  readonly uploads: number
  readonly digest: string
}

/** The account may not go, or not yet. Nothing was erased. */
export class EraseRefusedError extends Error {
  readonly fix: string
  constructor(message: string, fix: string) {
    super(message)
    this.name = 'EraseRefusedError'
    this.fix = fix
  }
}

/** Undefined for an unknown account. */
export async function eraseAccount(
  { opened, jobs, audit, bytes }: ErasingParts,
  { accountId, confirm, onProgress }: EraseRequest,
): Promise<EraseReport | undefined> {
  const erased = await withLoading(opened.connection, async (loading) => {
    const trx = tenantTransaction(loading, accountId)
    const name = await requireErasable(trx, confirm)
    if (name === undefined) return undefined
    const uploads = await listAllUploads(trx)
    const digest = digestOfUploads(uploads)
    const heads = await listHeadKeys(trx)
    onProgress('erasing the rows')
    const rows = await eraseRows(trx)
    const ids = uploads.map(({ id }) => id)
    for (const part of inParts([...ids, ...heads])) await jobs.enqueue(loading, bytes.job, { ids: part })
    const data = { account: accountId, name, uploads: String(ids.length), digest }
    await audit.recordForHub(loading, { type: 'account.erased', actor: operatorActor, data })
    return { name, rows, ids, digest }
  })
  if (!erased) return undefined
  const { ids, ...report } = erased
  // The jobs would do it: the caller wants to see it done.
  await eraseBytes(bytes, ids, onProgress)
  return { ...report, uploads: ids.length }
}

async function eraseBytes(bytes: EraseBytes, ids: readonly UploadId[], onProgress: EraseRequest['onProgress']) {
  let done = 0
  for (const part of inParts(ids)) {
    await bytes.erase(part)
    done += part.length
    onProgress(`erasing files: ${done} of ${ids.length}`)
  }
}

/** Returns the name; undefined for an unknown account. */
async function requireErasable(trx: TenantTransaction, confirm: string | undefined): Promise<string | undefined> {
  const account = await lockAccount(trx)
  if (!account) return undefined
  const { id, name, suspendedAt } = account
  // So that no work is in progress, and a single mistake does not erase it.
  if (suspendedAt === null)
    throw new EraseRefusedError(`The account "${name}" is in use`, `suspend it first: accounts suspend ${id}`)
  const [offered, ...more] = await listOffered(trx, 100)
  if (offered)
    throw new EraseRefusedError(
      `Outlets still have "${offered.title}" (${offered.id})${more.length > 0 ? ` and ${more.length === 99 ? 'at least ' : ''}${more.length} more` : ''}`,
      `take it down first and wait for the confirmation: releases takedown ${offered.id} --reason <text>`,
    )
  if (confirm !== name)
    throw new EraseRefusedError(
      `This permanently erases "${name}" and all its data; only an export can restore it`,
      `confirm with its name: accounts erase ${id} --confirm ${JSON.stringify(name)}`,
    )
  return name
}

/** Lets the triggers migrations/functions/keep_an_owner.sql and migrations/functions/refuse_change.sql allow the erasure. */
export const erasureSetting = 'spindle.erases_account'

async function eraseRows(trx: TenantTransaction): Promise<number> {
  await lockLaneOfTenant(trx)
  // Properties that missed the last takedowns learn of them by what is missing.
  if (await hasFeedEntries(trx)) await insertFeedTimeline(trx.transaction, 'an account was erased')
  // What triggers count is counted before the counters go.
  await trx.transaction.execute('set constraints all immediate')
  await trx.transaction.row(`select set_config($1, 'on', true)`, [erasureSetting])
  let rows = 0
  for (const table of accountTables.toReversed()) {
    const target = { name: table.name, owner: ownerOf(table) }
    rows += await (table.disowns
      ? disownRows(trx, { ...target, columns: table.disowns })
      : deleteRowsOfAccount(trx, target))
  }
  await deleteAccount(trx)
  return rows
}
