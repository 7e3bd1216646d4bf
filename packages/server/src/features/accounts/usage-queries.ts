import type { Sql, Tenant, TenantTransaction } from '../../platform/database/sql.ts'

/**
 * What an account has, as its quotas count it. Triggers fill `account_usage`, whichever code writes the counted tables:
 * count_release.sql, count_revision.sql, count_store_message.sql, count_import.sql (with import_bytes.sql), count_upload.sql,
 * count_table_import.sql, count_table_import_release.sql, count_bulk.sql, count_export.sql, count_report.sql and
 * count_transfer.sql of migrations/functions add what changed by migrations/functions/add_usage.sql. It collects the changes
 * of a transaction, and migrations/functions/add_rest_of_usage.sql writes them.
 */
export interface AccountUsage {
  /** Drafts and delivered releases. */
  readonly releases: number
  /**
   * Bytes of the metadata of releases, of their frozen revisions and messages to stores, and of imports with their
   * reports.
   */
  readonly documentBytes: number
  /** Uploads that are not finished. */
  readonly openUploads: number
  /** Bytes of uploads, announced ones included. */
  readonly storedBytes: number
  /** Files received and not analysed yet. */
  readonly waitingAnalyses: number
}

export const noUsage: AccountUsage = {
  releases: 0,
  documentBytes: 0,
  openUploads: 0,
  storedBytes: 0,
  waitingAnalyses: 0,
}

/** The columns in the order in which quotas are checked. */
const columns = {
  waitingAnalyses: 'waiting_analyses',
  openUploads: 'open_uploads',
  storedBytes: 'stored_bytes',
  releases: 'releases',
  documentBytes: 'document_bytes',
} as const satisfies Record<keyof AccountUsage, string>

export const quotaNames = Object.keys(columns) as (keyof AccountUsage)[]

const sums = Object.entries(columns)
  .map(([name, column]) => `coalesce(sum(${column}), 0)::float8 as "${name}"`)
  .join(', ')

/** With how much more than usual the account may store, because a move is open. */
export type UsageInMove = AccountUsage & { readonly extraStoredBytes: number }

/** What a move is compared with. */
export interface Usual {
  readonly storedBytes: number
  readonly now: Date
}

/** `$1` is the account, `$2` and `$3` are members of `Usual`: the same statement reads usage and move. */
const extraStoredBytes = `coalesce((
  select greatest(move_in_stored_bytes - $2::float8, 0) from accounts where id = $1 and move_in_until > $3), 0)`

export const findUsage = async (sql: Tenant, { storedBytes, now }: Usual): Promise<UsageInMove> =>
  (await sql.readRow<UsageInMove>(
    `select ${sums}, ${extraStoredBytes} as "extraStoredBytes" from account_usage where account_id = $1`,
    [storedBytes, now],
  )) ?? { ...noUsage, extraStoredBytes: 0 }

/** Across accounts on purpose, for the operator. An account that has nothing yet is missing. */
export const listUsage = (
  system: Sql,
  accountIds: readonly string[],
): Promise<(AccountUsage & { readonly accountId: string })[]> =>
  system.readRows(
    `select account_id as "accountId", ${sums} from account_usage where account_id = any ($1) group by account_id`,
    [accountIds],
  )

/**
 * The usage, and a lock until the end of the transaction. It is shared while every number is below its mark in
 * `crowdedFrom`: creates do not wait for each other. Above one it is held alone, and what was read may be old.
 */
export const findUsageLocked = async (
  trx: TenantTransaction,
  crowdedFrom: AccountUsage,
  { storedBytes, now }: Usual,
): Promise<UsageInMove & { readonly isAlone: boolean }> => {
  const marks = quotaNames.map((name, index) => {
    const mark = name === 'storedBytes' ? `$${index + 4} + raised.extra` : `$${index + 4}`
    return `${columns[name]} > ${mark}`
  })
  const totals = Object.values(columns).map((column) => `coalesce(sum(${column}), 0)::float8 as ${column}`)
  const row = await trx.row<UsageInMove & { isAlone: boolean }>(
    `with used as materialized (select ${totals.join(', ')} from account_usage where account_id = $1),
          raised as materialized (select ${extraStoredBytes} as extra),
          mode as materialized (select ${marks.join(' or ')} as is_alone from used, raised),
          locked as materialized (
            select is_alone, case when is_alone then pg_advisory_xact_lock(hashtextextended('quota ' || $1, 21))
                             else pg_advisory_xact_lock_shared(hashtextextended('quota ' || $1, 21)) end as held
            from mode)
     select ${quotaNames.map((name) => `used.${columns[name]} as "${name}"`).join(', ')},
            raised.extra as "extraStoredBytes", locked.is_alone as "isAlone", locked.held is null as ignored
     from used, raised, locked`,
    [storedBytes, now, ...quotaNames.map((name) => crowdedFrom[name])],
  )
  if (!row) throw new Error('The usage of the account was not answered')
  return row
}
