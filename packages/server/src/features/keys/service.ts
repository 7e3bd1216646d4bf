import {
  type ApiKey,
  AppError,
  type CreatedApiKey,
  type KeyStatus,
  type NewApiKey,
  type OverlapSeconds,
  type Permission,
} from '@spindle/contract'
import { contentEtag, requireMatch } from '../../http/etag.ts'
import type { PageRequest, PageResult } from '../../http/handler-response.ts'
import { pageOf } from '../../http/page-of.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { Ids } from '../../platform/ids.ts'
import { digestOf, hintOf, makeSecret } from '../../platform/secrets.ts'
import { parseExpiry, planRotation, requireGrantable, requireRotatable, toApiKey } from './key-lifecycle.ts'
import {
  announceChange,
  countKeys,
  findKey,
  insertKey,
  listKeyRows,
  lockKey,
  setRevoked,
  setSuccessor,
} from './store.ts'

/** API keys of an account. The key itself exists in the answer of `create` and `rotate` only; a digest is stored. */
export interface KeyService {
  /** `grantable` is what the maker may put into a key. */
  create(trx: TenantTransaction, grantable: readonly Permission[], request: NewApiKey): Promise<CreatedApiKey>
  list(
    tenant: Tenant,
    page: PageRequest,
    filter: { readonly status?: KeyStatus | undefined },
  ): Promise<PageResult<ApiKey>>
  /** Throws `key_not_found`. */
  get(tenant: Tenant, id: string): Promise<{ readonly key: ApiKey; readonly etag: string }>
  revoke(trx: TenantTransaction, id: string, ifMatch: string | undefined): Promise<void>
  rotate(trx: TenantTransaction, grantable: readonly Permission[], request: Rotation): Promise<CreatedApiKey>
}

interface Rotation {
  readonly id: string
  readonly overlapSeconds: OverlapSeconds
}

export interface KeyServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  /** Told after the commit which key's validity has changed. */
  readonly onChange?: (digest: Buffer) => void
}

interface KeyContent {
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly expiresAt: Date | null
}

export function keyService({ ids, clock, onChange = () => {} }: KeyServiceOptions): KeyService {
  const issue = async (trx: TenantTransaction, content: KeyContent): Promise<CreatedApiKey> => {
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
  const changed = async (trx: TenantTransaction, digest: Buffer): Promise<void> => {
    await announceChange(trx, digest)
    trx.afterCommit(() => onChange(digest))
  }
  const lock = async (trx: TenantTransaction, id: string) => {
    const row = await lockKey(trx, id)
    if (!row) throw new AppError('key_not_found')
    return row
  }

  return {
    async create(trx, grantable, { name, permissions, expiresAt }) {
      requireGrantable(permissions, grantable)
      return issue(trx, { name, permissions, expiresAt: parseExpiry(expiresAt, clock.now()) })
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
    async revoke(trx, id, ifMatch) {
      const { digest, ...row } = await lock(trx, id)
      requireMatch(ifMatch, keyEtag(toApiKey(row, clock.now())))
      await setRevoked(trx, id, new Date(clock.now()))
      await changed(trx, digest)
    },
    async rotate(trx, grantable, { id, overlapSeconds }) {
      const row = await lock(trx, id)
      requireRotatable(row, clock.now())
      requireGrantable(row.permissions, grantable)
      const ends = planRotation(row, overlapSeconds, clock.now())
      const created = await issue(trx, { name: row.name, permissions: row.permissions, expiresAt: ends.successor })
      await setSuccessor(trx, id, { successor: created.id, expiresAt: ends.old })
      await changed(trx, row.digest)
      return created
    },
  }
}

// The representation has no version of its own: uses and the passing of its end change it too.
const keyEtag = (key: ApiKey): string => contentEtag(JSON.stringify(key))
