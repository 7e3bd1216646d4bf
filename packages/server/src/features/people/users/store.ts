import type { Sql, Transaction } from '../../../platform/database/sql.ts'
import type { Id } from '../../../platform/ids.ts'

/** People belong to no account, so these statements run as the system. */

export interface UserRow {
  readonly id: Id<'usr'>
  readonly name: string
  readonly email: string
  readonly passwordPhc: string | null
  readonly isOperator: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | null
  /** How many passkeys the person has. */
  readonly passkeys: number
}

const columns = `id, name, email, password_phc as "passwordPhc", is_operator as "isOperator", created_at as "createdAt",
  disabled_at as "disabledAt", (select count(*)::int from passkeys p where p.user_id = users.id) as passkeys`

/** The index that keeps a mail address with one person. */
export const mailIndex = 'users_email'

export async function insertUser(trx: Transaction, user: Omit<UserRow, 'disabledAt' | 'passkeys'>): Promise<void> {
  await trx.execute(
    `insert into users (id, name, email, password_phc, is_operator, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [user.id, user.name, user.email, user.passwordPhc, user.isOperator, user.createdAt],
  )
}

export const findUser = (sql: Sql, id: string): Promise<UserRow | undefined> =>
  sql.row(`select ${columns} from users where id = $1`, [id])

/** Held until the transaction ends, so that changes of one person's ways in happen one after the other. */
export const lockUser = (trx: Transaction, id: string): Promise<UserRow | undefined> =>
  trx.row(`select ${columns} from users where id = $1 for update`, [id])

/** Without regard to case. */
export const findUserByMail = (sql: Sql, email: string): Promise<UserRow | undefined> =>
  sql.row(`select ${columns} from users where lower(email) = lower($1)`, [email])

export const listUsers = (sql: Sql): Promise<UserRow[]> => sql.rows(`select ${columns} from users order by id`)

export async function hasOperator(sql: Sql): Promise<boolean> {
  return (await sql.row(`select 1 from users where is_operator and disabled_at is null limit 1`)) !== undefined
}

export async function setPasswordHash(sql: Sql, id: string, phc: string): Promise<void> {
  await sql.execute(`update users set password_phc = $2 where id = $1`, [id, phc])
}

/** The first time counts. */
export async function setDisabled(trx: Transaction, id: string, at: Date): Promise<void> {
  await trx.execute(`update users set disabled_at = coalesce(disabled_at, $2) where id = $1`, [id, at])
}
