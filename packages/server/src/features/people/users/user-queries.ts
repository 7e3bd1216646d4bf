import type { AddressProof } from '@spindle/contract/console'
import type { Sql, Transaction } from '../../../platform/database/sql.ts'
import type { Id } from '../../../platform/values/ids.ts'

/** People belong to no account, so these statements run as the system. */

export interface UserRow {
  readonly id: Id<'usr'>
  readonly name: string
  readonly email: string
  /** Null for an address that only the person typed. */
  readonly emailProvenBy: AddressProof | null
  /** The address that the person requested but has not proven. Several people may request the same one. */
  readonly pendingEmail: string | null
  readonly passwordPhc: string | null
  readonly isOperator: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | null
  /** The number of passkeys of the person. */
  readonly passkeys: number
  /** Outside providers the person has an identity at. */
  readonly issuers: readonly string[]
}

const columns = `id, name, email, email_proven_by as "emailProvenBy", pending_email as "pendingEmail", password_phc as "passwordPhc", is_operator as "isOperator",
  created_at as "createdAt", disabled_at as "disabledAt", (select count(*)::int from passkeys p where p.user_id = users.id) as passkeys,
  array(select issuer from outside_identities i where i.user_id = users.id) as issuers`

/** The index that keeps an email address with one person. */
export const mailIndex = 'users_email'

export async function insertUser(
  trx: Transaction,
  user: Omit<UserRow, 'disabledAt' | 'passkeys' | 'issuers' | 'pendingEmail'>,
): Promise<void> {
  await trx.execute(
    `insert into users (id, name, email, email_proven_by, password_phc, is_operator, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [user.id, user.name, user.email, user.emailProvenBy, user.passwordPhc, user.isOperator, user.createdAt],
  )
}

export const findUser = (sql: Sql, id: string): Promise<UserRow | undefined> =>
  sql.readRow(`select ${columns} from users where id = $1`, [id])

/** Held until the transaction ends, so that changes of one person's sign-in methods happen one after the other. */
export const lockUser = (trx: Transaction, id: string): Promise<UserRow | undefined> =>
  trx.row(`select ${columns} from users where id = $1 for update`, [id])

/** Ignores case. */
export const findUserByMail = (sql: Sql, email: string): Promise<UserRow | undefined> =>
  sql.readRow(`select ${columns} from users where lower(email) = lower($1)`, [email])

export const isAddressFree = async (sql: Sql, email: string): Promise<boolean> =>
  (await sql.readRow(`select 1 from users where lower(email) = lower($1)`, [email])) === undefined

/** Unknown ids are missing. */
export const findUserNames = (sql: Sql, ids: readonly string[]): Promise<Pick<UserRow, 'id' | 'name'>[]> =>
  sql.readRows(`select id, name from users where id = any ($1::text[])`, [ids])

export const listUsers = (sql: Sql): Promise<UserRow[]> => sql.readRows(`select ${columns} from users order by id`)

export async function hasOperator(sql: Sql): Promise<boolean> {
  return (await sql.readRow(`select 1 from users where is_operator and disabled_at is null limit 1`)) !== undefined
}

export async function setPasswordHash(sql: Sql, id: string, phc: string): Promise<void> {
  await sql.execute(`update users set password_phc = $2 where id = $1`, [id, phc])
}

export interface UserQuery {
  /** Part of a name or email address. */
  readonly q?: string | undefined
  readonly kind?: 'operator' | 'disabled' | undefined
  /** The id of the last one of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

const isAsked = `($1::text is null or strpos(lower(name), lower($1)) > 0 or strpos(lower(email), lower($1)) > 0)
  and ($2::text is null or ($2 = 'operator' and is_operator) or ($2 = 'disabled' and disabled_at is not null))`

/** Newest first. */
export const findUserPage = (sql: Sql, { q, kind, after, limit }: UserQuery): Promise<UserRow[]> =>
  sql.readRows(
    `select ${columns} from users where ${isAsked} and ($3::text is null or id < $3) order by id desc limit $4`,
    [q ?? null, kind ?? null, after ?? null, limit],
  )

export const countUsers = async (sql: Sql, { q, kind }: Pick<UserQuery, 'q' | 'kind'>): Promise<number> =>
  (
    await sql.readRow<{ count: number }>(`select count(*)::int as count from users where ${isAsked}`, [
      q ?? null,
      kind ?? null,
    ])
  )?.count ?? 0

/** Held until the transaction ends, so that two operators cannot remove each other. */
export const lockOperators = async (trx: Transaction): Promise<readonly string[]> =>
  (
    await trx.rows<{ id: string }>(
      `select id from users where is_operator and disabled_at is null order by id for update`,
    )
  ).map(({ id }) => id)

export async function setIsOperator(trx: Transaction, id: string, isOperator: boolean): Promise<void> {
  await trx.execute(`update users set is_operator = $2 where id = $1`, [id, isOperator])
}

export async function setEnabled(trx: Transaction, id: string): Promise<void> {
  await trx.execute(`update users set disabled_at = null where id = $1`, [id])
}

export async function setProfile(
  trx: Transaction,
  id: string,
  { name, email, pendingEmail }: Pick<UserRow, 'name' | 'email' | 'pendingEmail'>,
): Promise<void> {
  await trx.execute(`update users set name = $2, email = $3, pending_email = $4 where id = $1`, [
    id,
    name,
    email,
    pendingEmail,
  ])
}

/** In two statements: a change of the address drops its proof (migrations/functions/forget_address_proof.sql). */
export async function setProvenAddress(
  trx: Transaction,
  id: string,
  { email, provenBy }: { readonly email: string; readonly provenBy: AddressProof },
): Promise<void> {
  await trx.execute(`update users set email = $2, pending_email = null where id = $1`, [id, email])
  await trx.execute(`update users set email_proven_by = $2 where id = $1`, [id, provenBy])
}

/** The first time counts. */
export async function setDisabled(trx: Transaction, id: string, at: Date): Promise<void> {
  await trx.execute(`update users set disabled_at = coalesce(disabled_at, $2) where id = $1`, [id, at])
}
