import type { Sql, Transaction } from '../../../platform/database/sql.ts'
import type { Id } from '../../../platform/values/ids.ts'

/** Identities belong to a person and to no account, so these statements run as the system. */

export interface IdentityRow {
  readonly id: Id<'idn'>
  readonly userId: Id<'usr'>
  readonly issuer: string
  readonly subject: string
  readonly label: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** Keeps an identity with one person. */
export const takenConstraint = 'outside_identities_taken'
/** A person has one identity at an issuer. */
export const oneOfUserConstraint = 'outside_identities_one_of_user'

const columns = `id, user_id as "userId", issuer, subject, label, created_at as "createdAt", last_used_at as "lastUsedAt"`

export async function insertIdentity(trx: Transaction, row: IdentityRow): Promise<void> {
  await trx.execute(
    `insert into outside_identities (id, user_id, issuer, subject, label, created_at, last_used_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.userId, row.issuer, row.subject, row.label, row.createdAt, row.lastUsedAt],
  )
}

export const findIdentity = (
  sql: Sql,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<IdentityRow | undefined> =>
  sql.readRow(`select ${columns} from outside_identities where issuer = $1 and subject = $2`, [issuer, subject])

export const findIdentityOfUser = (
  sql: Sql,
  { userId, issuer }: Pick<IdentityRow, 'userId' | 'issuer'>,
): Promise<IdentityRow | undefined> =>
  sql.readRow(`select ${columns} from outside_identities where user_id = $1 and issuer = $2`, [userId, issuer])

export async function setIdentityUsed(
  trx: Transaction,
  { id, label, now }: Pick<IdentityRow, 'id' | 'label'> & { readonly now: Date },
): Promise<void> {
  await trx.execute(`update outside_identities set label = $2, last_used_at = $3 where id = $1`, [id, label, now])
}

/** False when the person has no such identity. */
export async function deleteIdentityRow(trx: Transaction, userId: string, id: string): Promise<boolean> {
  return (await trx.execute(`delete from outside_identities where user_id = $1 and id = $2`, [userId, id])) > 0
}
