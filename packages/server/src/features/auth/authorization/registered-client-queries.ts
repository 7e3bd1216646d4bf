import type { Sql } from '../../../platform/database/sql.ts'
import type { Id } from '../../../platform/values/ids.ts'

/** Programs that the operator registered. They belong to the hub, so these statements run as the system. */
export interface RegisteredClientRow {
  readonly id: Id<'oac'>
  readonly name: string
  readonly redirectUris: string[]
  readonly createdAt: Date
}

const columns = `id, name, redirect_uris as "redirectUris", created_at as "createdAt"`

export async function insertRegisteredClient(sql: Sql, row: RegisteredClientRow): Promise<void> {
  await sql.execute(`insert into oauth_clients (id, name, redirect_uris, created_at) values ($1, $2, $3, $4)`, [
    row.id,
    row.name,
    row.redirectUris,
    row.createdAt,
  ])
}

export const findRegisteredClient = (sql: Sql, id: string): Promise<RegisteredClientRow | undefined> =>
  sql.readRow(`select ${columns} from oauth_clients where id = $1`, [id])

export const listRegisteredClients = (sql: Sql): Promise<RegisteredClientRow[]> =>
  sql.readRows(`select ${columns} from oauth_clients order by id limit 1000`)

export async function deleteRegisteredClient(sql: Sql, id: string): Promise<boolean> {
  return (await sql.execute(`delete from oauth_clients where id = $1`, [id])) > 0
}
