import type { MessageState } from '@spindle/contract/console'
import type { Sql } from '../../platform/database/sql.ts'
import type { Id } from '../../platform/values/ids.ts'

/** Messages come from people without an account, so every statement is one of the system. */

export interface ContactMessage {
  readonly id: Id<'msg'>
  readonly name: string
  readonly email: string
  readonly organisation: string | null
  readonly message: string
  readonly createdAt: Date
  readonly state: MessageState
  /** Who of the operators answers. */
  readonly assigneeId: Id<'usr'> | null
  /** For operators alone. */
  readonly note: string | null
}

const columns = `id, name, email, organisation, message, created_at as "createdAt", state,
  assignee_id as "assigneeId", note`

export type NewMessage = Omit<ContactMessage, 'state' | 'assigneeId' | 'note'>

export async function insertMessage(sql: Sql, message: NewMessage): Promise<void> {
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

export interface MessageQuery {
  readonly state?: MessageState | undefined
  /** The id of the last one of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Newest first. */
export const listMessages = (sql: Sql, { state, after, limit }: MessageQuery): Promise<ContactMessage[]> =>
  sql.readRows(
    `select ${columns} from contact_messages
     where ($1::text is null or state = $1) and ($2::text is null or id < $2) order by id desc limit $3`,
    [state ?? null, after ?? null, limit],
  )

export const countMessages = async (sql: Sql, state: MessageState | undefined): Promise<number> =>
  (
    await sql.readRow<{ count: number }>(
      `select count(*)::int as count from contact_messages where $1::text is null or state = $1`,
      [state ?? null],
    )
  )?.count ?? 0

export const findMessage = (sql: Sql, id: string): Promise<ContactMessage | undefined> =>
  sql.readRow(`select ${columns} from contact_messages where id = $1`, [id])

export interface MessageChange {
  readonly state?: MessageState | undefined
  readonly assigneeId?: string | null | undefined
  readonly note?: string | null | undefined
}

/** Members that are undefined stay. Undefined for an unknown message. */
export const updateMessage = (
  sql: Sql,
  id: string,
  { state, assigneeId, note }: MessageChange,
): Promise<ContactMessage | undefined> =>
  sql.row(
    `update contact_messages
     set state = coalesce($2, state),
         assignee_id = case when $3 then $4 else assignee_id end,
         note = case when $5 then $6 else note end
     where id = $1 returning ${columns}`,
    [id, state ?? null, assigneeId !== undefined, assigneeId ?? null, note !== undefined, note ?? null],
  )
