import type { TenantTransaction } from '../../../platform/database/sql.ts'

/** The identifiers by which a third-party message names a release. */
export interface ReleaseKeys {
  readonly ids: readonly string[]
  readonly externalIds: readonly string[]
  readonly gtin14: string | null
  /** Letters and digits in upper case. */
  readonly grid: string | null
}

/** Our id comes before the sender's, the sender's before codes; of several the newest. */
export const findReleaseByKeys = async (trx: TenantTransaction, keys: ReleaseKeys): Promise<string | undefined> =>
  (
    await trx.readRow<{ id: string }>(
      `select id from releases
       where account_id = $1 and deleted_at is null
         and (id = any($2) or external_id = any($3) or gtin14 = $4
              or upper(regexp_replace(document->>'grid', '[^A-Za-z0-9]', '', 'g')) = $5)
       order by id = any($2) desc, coalesce(external_id = any($3), false) desc, id desc limit 1`,
      [keys.ids, keys.externalIds, keys.gtin14, keys.grid],
    )
  )?.id
