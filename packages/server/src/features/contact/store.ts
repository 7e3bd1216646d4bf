import type { Sql } from '../../platform/database/sql.ts'

export interface ContactMessage {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly organisation: string | null
  readonly message: string
  readonly createdAt: Date
}

/** Messages come from people without an account, so every statement is one of the system. */

export async function insertMessage(sql: Sql, message: ContactMessage): Promise<void> {
  await sql.execute(
    `insert into contact_messages (id, name, email, organisation, message, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [message.id, message.name, message.email, message.organisation, message.message, message.createdAt],
  )
}

/** Answers how many there were. */
export const deleteMessages = (sql: Sql, ids: readonly string[]): Promise<number> =>
  sql.execute(`delete from contact_messages where id = any ($1::text[])`, [ids])

/** Answers how many there were. */
export const deleteMessagesBefore = (sql: Sql, instant: Date): Promise<number> =>
  sql.execute(`delete from contact_messages where created_at < $1`, [instant])

/** Newest first; `after` is the id of the last one of the page before. */
export const listMessages = (sql: Sql, limit: number, after: string | undefined): Promise<ContactMessage[]> =>
  sql.rows<ContactMessage>(
    `select id, name, email, organisation, message, created_at as "createdAt"
       from contact_messages where $2::text is null or id < $2 order by id desc limit $1`,
    [limit, after ?? null],
  )
