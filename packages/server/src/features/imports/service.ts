import { createHash } from 'node:crypto'
import {
  AppError,
  type Import,
  type ImportListItem,
  type ImportStatus,
  limits,
  type NewImport,
} from '@spindle/contract'
import type { FileResponse, PageRequest, PageResult } from '../../http/responses/handler-response.ts'
import { messageFile } from '../../http/responses/message-file.ts'
import { pageOf } from '../../http/responses/page-of.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Ids } from '../../platform/values/ids.ts'
import type { Quotas } from '../accounts/index.ts'
import type { Actor } from '../releases/index.ts'
import type { GivenFile } from './apply/match-files.ts'
import { applyImport, queueOf } from './import-job.ts'
import {
  countImports,
  countWaitingAlone,
  findImport,
  findMessage,
  type ImportOrigin,
  insertImport,
  listImportRows,
  listImportsOfPackage,
} from './import-queries.ts'
import { toImport, toListItem } from './to-api.ts'

/** Messages of an account. */
export interface ImportService {
  /** Stores the message for the job that reads it. */
  create(trx: TenantTransaction, actor: Actor, request: NewImport): Promise<Import>
  /** The same, for packages that the hub fetched. The database refuses a path that was already imported. */
  take(trx: TenantTransaction, taken: TakenMessage): Promise<Import>
  /** The results of the messages of a package, in the order in which they were submitted. */
  listOfPackage(tenant: Tenant, packageId: string): Promise<readonly Import[]>
  list(tenant: Tenant, status: ImportStatus | undefined, page: PageRequest): Promise<PageResult<ImportListItem>>
  /** Throws `import_not_found`. */
  get(tenant: Tenant, id: string): Promise<Import>
  /** Throws `import_not_found`; `import_message_gone` once its bytes are deleted. */
  openMessage(tenant: Tenant, id: string): Promise<FileResponse>
}

export interface TakenMessage {
  readonly actor: Actor
  readonly message: Buffer
  readonly files: readonly GivenFile[]
  readonly origin: ImportOrigin | undefined
}

export interface ImportServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly jobs: Jobs
  readonly quotas: Pick<Quotas, 'requireQuota'>
}

/** The number per account; each is at most 8 MiB. */
const maxWaiting = 200

export const importService = (options: ImportServiceOptions): ImportService => ({
  create: (trx, actor, { message, files = [] }) =>
    take(options, trx, { actor, message: Buffer.from(message, 'base64'), files, origin: undefined }),
  take: (trx, taken) => take(options, trx, taken),
  listOfPackage: async (tenant, packageId) => (await listImportsOfPackage(tenant, packageId)).map(toImport),
  async list(tenant, status, { limit, after, wantsTotal }) {
    const rows = await listImportRows(tenant, { status, limit: limit + 1, after })
    const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
    const total = wantsTotal ? { total: await countImports(tenant, status) } : {}
    return { data: data.map(toListItem), next, ...total }
  },
  async get(tenant, id) {
    const row = await findImport(tenant, id)
    if (!row) throw new AppError('import_not_found')
    return toImport(row)
  },
  async openMessage(tenant, id) {
    const row = await findMessage(tenant, id)
    if (!row) throw new AppError('import_not_found')
    if (!row.message) throw new AppError('import_message_gone')
    return messageFile(id, row.message, row.sha256)
  },
})

async function take(
  { ids, clock, jobs, quotas }: ImportServiceOptions,
  trx: TenantTransaction,
  { actor, message, files, origin }: TakenMessage,
): Promise<Import> {
  if (message.length > limits.maxMessageBytes) throw tooLarge()
  const waiting = await countWaitingAlone(trx)
  requireRoom(waiting)
  const documentBytes = message.length + Buffer.byteLength(JSON.stringify(files))
  await quotas.requireQuota(trx, { documentBytes })
  const digest = createHash('sha256').update(message).digest()
  const createdAt = new Date(clock.now())
  const row = await insertImport(trx, { id: ids.make('imp'), message, digest, files, actor, createdAt, origin })
  const job = { accountId: trx.accountId, importId: row.id }
  // The more messages of an account wait, the later is its next turn.
  await jobs.enqueue(trx.transaction, applyImport, job, { ...queueOf(job), priority: waiting })
  return toImport(row)
}

function requireRoom(waiting: number): void {
  if (waiting < maxWaiting) return
  throw new AppError('quota_exceeded', {
    detail: `The account can have at most ${maxWaiting} waiting imports and has ${waiting}. Start more imports when some are finished.`,
    extensions: { quota: 'waitingImports', limit: maxWaiting, used: waiting },
  })
}

const tooLarge = (): AppError =>
  new AppError('validation_failed', {
    errors: [
      {
        pointer: '/message',
        code: 'message_too_large',
        detail: `The message has more than ${limits.maxMessageBytes} bytes.`,
        fix: 'Messages refer to their files and do not contain them. Check that this is the XML file.',
      },
    ],
  })
