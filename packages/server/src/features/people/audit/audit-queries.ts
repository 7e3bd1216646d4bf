import type { AccountAuditType, ActivityEntry } from '@spindle/contract/console'
import type { Sql, Tenant } from '../../../platform/database/sql.ts'

export interface AuditEntry extends Pick<ActivityEntry, 'id' | 'actor' | 'data'> {
  readonly at: Date
  readonly type: AccountAuditType
}

export interface AuditFilters {
  /** Only of these types. */
  readonly types: readonly AccountAuditType[]
  readonly actor?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Audit events are only ever added: migrations/functions/refuse_change.sql. */

interface AuditRow {
  readonly id: string
  readonly at: Date
  readonly type: string
  readonly actor: object
  readonly data: object
}

/**
 * Newest first: the account's audit, and what its present members did to their own sign-in methods, which is in the
 * hub's audit.
 */
export const listAccountEvents = (
  tenant: Tenant,
  { actor, types, from, to }: AuditFilters,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<AuditEntry[]> => {
  const fits = `type = any ($2::text[]) and ($3::text is null or actor ->> 'id' = $3) and ($6::text is null or id < $6)
    and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)`
  return tenant.readRows(
    `select * from (
       (select id, at, type, actor, data from account_audit_events
        where account_id = $1 and ${fits} order by id desc limit $7)
       union all
       (select id, at, type, actor, data from hub_audit_events
        where actor ->> 'id' in (select user_id from memberships where account_id = $1) and ${fits}
        order by id desc limit $7)
     ) events order by id desc limit $7`,
    [types, actor ?? null, from ?? null, to ?? null, after ?? null, limit],
  )
}

export async function insertHubEvent(sql: Sql, { id, at, type, actor, data }: AuditRow): Promise<void> {
  await sql.execute(`insert into hub_audit_events (id, at, type, actor, data) values ($1, $2, $3, $4, $5)`, [
    id,
    at,
    type,
    JSON.stringify(actor),
    JSON.stringify(data),
  ])
}

export async function insertAccountEvents(tenant: Tenant, rows: readonly AuditRow[]): Promise<void> {
  await tenant.execute(
    `insert into account_audit_events (account_id, id, at, type, actor, data)
     select $1, e.* from unnest($2::text[], $3::timestamptz[], $4::text[], $5::jsonb[], $6::jsonb[]) as e`,
    [
      rows.map(({ id }) => id),
      rows.map(({ at }) => at),
      rows.map(({ type }) => type),
      rows.map(({ actor }) => JSON.stringify(actor)),
      rows.map(({ data }) => JSON.stringify(data)),
    ],
  )
}
