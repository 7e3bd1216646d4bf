import type { Sql, Tenant } from '../../../platform/database/sql.ts'

export interface AuditRow {
  readonly id: string
  readonly at: Date
  readonly type: string
  readonly actor: object
  readonly data: object
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

export async function insertAccountEvent(tenant: Tenant, { id, at, type, actor, data }: AuditRow): Promise<void> {
  await tenant.execute(
    `insert into account_audit_events (account_id, id, at, type, actor, data) values ($1, $2, $3, $4, $5, $6)`,
    [id, at, type, JSON.stringify(actor), JSON.stringify(data)],
  )
}
