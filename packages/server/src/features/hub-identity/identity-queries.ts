import { isUndefinedTable } from '../../platform/database/postgres-errors.ts'
import type { Sql } from '../../platform/database/sql.ts'

/** The one row that says which secret and which public URL belong to this database. */

export interface HubIdentity {
  readonly secretId: string | null
  readonly publicUrl: string | null
}

/** Undefined also where the tables are of a version that does not note it. */
export const findIdentity = (sql: Sql): Promise<HubIdentity | undefined> =>
  sql
    .readRow<HubIdentity>('select secret_id as "secretId", public_url as "publicUrl" from hub_identity')
    .catch((error: unknown) => {
      if (isUndefinedTable(error)) return undefined
      throw error
    })

/** What was noted before stays; of several nodes that start at once the first one decides. */
export const noteIdentity = (system: Sql, { secretId, publicUrl }: HubIdentity): Promise<number> =>
  system.execute(
    `insert into hub_identity as known (secret_id, public_url) values ($1, $2)
     on conflict (is_only) do update set secret_id = coalesce(known.secret_id, $1), public_url = coalesce(known.public_url, $2)
     where known.secret_id is null or known.public_url is null`,
    [secretId, publicUrl],
  )

export const saveSecretId = (sql: Sql, secretId: string): Promise<number> =>
  sql.execute(
    `insert into hub_identity (secret_id) values ($1) on conflict (is_only) do update set secret_id = $1
     where hub_identity.secret_id is distinct from $1`,
    [secretId],
  )

export const savePublicUrl = (sql: Sql, publicUrl: string): Promise<number> =>
  sql.execute(
    `insert into hub_identity (public_url) values ($1) on conflict (is_only) do update set public_url = $1
     where hub_identity.public_url is distinct from $1`,
    [publicUrl],
  )

/** For a restore with a new secret: the next start records it. */
export const forgetSecretId = (sql: Sql): Promise<number> => sql.execute('update hub_identity set secret_id = null')
