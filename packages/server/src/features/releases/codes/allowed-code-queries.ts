import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'

/** The ISRC prefixes and UPC ranges that the operator allows for accounts, and those that labels of an account have. */

/** Another account has the prefix, or a range that shares codes with this one. */
export const prefixTaken = 'isrc_prefixes_one_account'
export const rangeTaken = 'upc_ranges_one_account'
/** A label of the account has it. */
export const prefixInUse = 'labels_isrc_prefix'
export const rangeInUse = 'labels_upc_range'

/** Whether the account had none of this prefix before. */
export const insertIsrcPrefix = async (trx: TenantTransaction, prefix: string, now: Date): Promise<boolean> =>
  (await trx.execute(
    `insert into isrc_prefixes (account_id, prefix, allowed_at) values ($1, $2, $3)
     on conflict (account_id, prefix) do nothing`,
    [prefix, now],
  )) > 0

/** Whether the account had none of this range before. */
export const insertUpcRange = async (trx: TenantTransaction, prefix: string, now: Date): Promise<boolean> =>
  (await trx.execute(
    `insert into upc_ranges (account_id, prefix, allowed_at) values ($1, $2, $3)
     on conflict (account_id, prefix) do nothing`,
    [prefix, now],
  )) > 0

/** Takes the free codes of the ranges of the account out of the pool, so that no other account gets one. Assigned ones stay. */
export async function deleteFreeUpcs(trx: TenantTransaction): Promise<void> {
  await trx.execute(
    `delete from upc_pool where taken_at is null and account_id is null and exists (
       select from upc_ranges r where r.account_id = $1 and r.codes @> left(gtin14, 13)::bigint)`,
  )
}

/** Whether it was allowed. */
export const deleteIsrcPrefix = async (trx: TenantTransaction, prefix: string): Promise<boolean> =>
  (await trx.execute('delete from isrc_prefixes where account_id = $1 and prefix = $2', [prefix])) > 0

/** Whether it was allowed. */
export const deleteUpcRange = async (trx: TenantTransaction, prefix: string): Promise<boolean> =>
  (await trx.execute('delete from upc_ranges where account_id = $1 and prefix = $2', [prefix])) > 0

export interface AllowedCode {
  readonly kind: 'isrc' | 'upc'
  readonly prefix: string
  readonly allowedAt: Date
}

export const listAllowedCodes = (tenant: Tenant): Promise<AllowedCode[]> =>
  tenant.readRows(
    `select kind, prefix, allowed_at as "allowedAt" from allowed_codes where account_id = $1 order by kind, prefix`,
  )

/** The first label of the account that has the prefix or the range. */
export const findLabelWith = (
  tenant: Tenant,
  { isrcPrefix, upcRange }: CodeSource,
): Promise<{ readonly name: string } | undefined> =>
  tenant.readRow(
    `select name from label_codes where account_id = $1 and (isrc_prefix = $2 or upc_range = $3) order by name limit 1`,
    [isrcPrefix ?? null, upcRange ?? null],
  )

export interface CodeSource {
  readonly isrcPrefix?: string | undefined
  readonly upcRange?: string | undefined
}

/** Where the codes of releases of a label come from. */
export interface LabelSource {
  readonly label: string
  readonly isrcPrefix: string | null
  readonly upcRange: string | null
}

/** Undefined if no label has the name, or the label has neither a prefix nor a range. */
export const findLabelSource = (tenant: Tenant, nameKey: string): Promise<LabelSource | undefined> =>
  tenant.readRow(
    `select name as label, isrc_prefix as "isrcPrefix", upc_range as "upcRange"
     from label_codes where account_id = $1 and name_key = $2`,
    [nameKey],
  )
