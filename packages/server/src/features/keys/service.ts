import {
  type ApiKey,
  AppError,
  type CreatedApiKey,
  type KeyStatus,
  type NewApiKey,
  type OverlapSeconds,
  type Permission,
} from '@spindle/contract'
import { contentEtag, requireMatch } from '../../http/responses/etag.ts'
import type { PageRequest, PageResult } from '../../http/responses/handler-response.ts'
import { pageOf } from '../../http/responses/page-of.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import { digestOf, hintOf, makeSecret } from '../../platform/secrets/secrets.ts'
import type { Ids } from '../../platform/values/ids.ts'
import type { Audit, AuditActor } from '../people/index.ts'
import { announceKeys } from './key-finder.ts'
import { parseExpiry, planRotation, requireGrantable, requireRotatable, toApiKey } from './key-lifecycle.ts'
import { countKeys, findKey, insertKey, listKeyRows, lockKey, setRevoked, setSuccessor } from './key-queries.ts'

/** API keys of an account. The key itself is only in the answer of `create` and `rotate`; a digest is stored. */
export interface KeyService {
  create(trx: TenantTransaction, caller: KeyCaller, request: NewApiKey): Promise<CreatedApiKey>
  list(
    tenant: Tenant,
    page: PageRequest,
    filter: { readonly status?: KeyStatus | undefined },
  ): Promise<PageResult<ApiKey>>
  /** Throws `key_not_found`. */
  get(tenant: Tenant, id: string): Promise<{ readonly key: ApiKey; readonly etag: string }>
  revoke(
    trx: TenantTransaction,
    caller: KeyCaller,
    request: { readonly id: string; readonly ifMatch: string | undefined },
  ): Promise<void>
  /** The new key has the maker of the old one. */
  rotate(trx: TenantTransaction, caller: KeyCaller, request: Rotation): Promise<CreatedApiKey>
}

/** The principal that makes or changes keys. */
export interface KeyCaller {
  readonly actor: AuditActor
  /** The permissions it may grant. */
  readonly grantable: readonly Permission[]
  /** It may change only the keys it made itself. */
  readonly isLimitedToOwn: boolean
}

interface Rotation {
  readonly id: string
  readonly overlapSeconds: OverlapSeconds
}

export interface KeyServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Pick<Audit, 'recordForAccount'>
  readonly notifications: Pick<Notifications, 'announce'>
}

interface KeyContent {
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly expiresAt: Date | null
  readonly madeBy: string | null
  readonly makerName: string | null
}

export function keyService({ ids, clock, audit, notifications }: KeyServiceOptions): KeyService {
  const issue = (trx: TenantTransaction, content: KeyContent) => issueKey({ ids, clock }, trx, content)
  const changed = (trx: TenantTransaction, digest: Buffer) => announceKeys(notifications, trx, [digest])

  return {
    async create(trx, { actor, grantable }, { name, permissions, expiresAt }) {
      requireGrantable(permissions, grantable)
      const ends = parseExpiry(expiresAt, clock.now())
      const content = { name, permissions, expiresAt: ends, madeBy: actor.id, makerName: actor.name }
      const created = await issue(trx, content)
      await audit.recordForAccount(trx, { type: 'key.created', actor, data: { key: created.id, name } })
      return created
    },
    async list(tenant, { limit, after, wantsTotal }, { status }) {
      const nowMs = clock.now()
      const filter = { status, now: new Date(nowMs) }
      const rows = await listKeyRows(tenant, { ...filter, limit: limit + 1, after })
      const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
      return {
        data: data.map((row) => toApiKey(row, nowMs)),
        next,
        ...(wantsTotal ? { total: await countKeys(tenant, filter) } : {}),
      }
    },
    async get(tenant, id) {
      const row = await findKey(tenant, id)
      if (!row) throw new AppError('key_not_found')
      const key = toApiKey(row, clock.now())
      return { key, etag: keyEtag(key) }
    },
    async revoke(trx, caller, { id, ifMatch }) {
      const { digest, ...row } = await lockFor(trx, caller, id)
      requireMatch(ifMatch, keyEtag(toApiKey(row, clock.now())))
      await setRevoked(trx, id, new Date(clock.now()))
      await changed(trx, digest)
      if (row.revokedAt !== null) return
      const data = { key: id, name: row.name }
      await audit.recordForAccount(trx, { type: 'key.revoked', actor: caller.actor, data })
    },
    async rotate(trx, caller, { id, overlapSeconds }) {
      const row = await lockFor(trx, caller, id)
      requireRotatable(row, clock.now())
      requireGrantable(row.permissions, caller.grantable)
      const ends = planRotation(row, overlapSeconds, clock.now())
      const { name, permissions, madeBy, makerName } = row
      const created = await issue(trx, { name, permissions, expiresAt: ends.successor, madeBy, makerName })
      await setSuccessor(trx, id, { successor: created.id, expiresAt: ends.old })
      await changed(trx, row.digest)
      const data = { key: id, name, successor: created.id }
      await audit.recordForAccount(trx, { type: 'key.rotated', actor: caller.actor, data })
      return created
    },
  }
}

async function issueKey(
  { ids, clock }: Pick<KeyServiceOptions, 'ids' | 'clock'>,
  trx: TenantTransaction,
  content: KeyContent,
): Promise<CreatedApiKey> {
  const key = makeSecret('spn_')
  const createdAt = new Date(clock.now())
  const row = { id: ids.make('key'), hint: hintOf(key), digest: digestOf(key), createdAt, ...content }
  await insertKey(trx, row)
  return {
    id: row.id,
    name: row.name,
    permissions: [...row.permissions],
    key,
    hint: row.hint,
    createdAt: createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}

/** The key, for a caller who may change it. */
async function lockFor(trx: TenantTransaction, caller: KeyCaller, id: string) {
  const row = await lockKey(trx, id)
  if (!row) throw new AppError('key_not_found')
  if (caller.isLimitedToOwn && row.madeBy !== caller.actor.id)
    throw new AppError('role_insufficient', {
      detail: 'Another person created this key. Ask an owner of the account to change it.',
      extensions: { role: 'manager' },
    })
  return row
}

// The representation has no version: uses and its expiry change it too.
const keyEtag = (key: ApiKey): string => contentEtag(JSON.stringify(key))
