import type { Sql, Transaction } from '../../../platform/database/sql.ts'
import type { Id } from '../../../platform/values/ids.ts'

/** Passkeys belong to a person and to no account, so these statements run as the system. */

export interface PasskeyRow {
  readonly id: Id<'pky'>
  readonly userId: Id<'usr'>
  /** The authenticator's id of the credential, base64url. */
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly isBackedUp: boolean
  readonly label: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** The index that keeps one credential with one person. */
export const credentialIndex = 'passkeys_credential_id_key'

const columns = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
  is_backed_up as "isBackedUp", label, created_at as "createdAt", last_used_at as "lastUsedAt"`

export async function insertPasskey(trx: Transaction, row: Omit<PasskeyRow, 'lastUsedAt'>): Promise<void> {
  await trx.execute(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, is_backed_up, label, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.id,
      row.userId,
      row.credentialId,
      row.publicKey,
      row.counter,
      row.transports,
      row.isBackedUp,
      row.label,
      row.createdAt,
    ],
  )
}

export const findPasskeyByCredential = (sql: Sql, credentialId: string): Promise<PasskeyRow | undefined> =>
  sql.readRow(`select ${columns} from passkeys where credential_id = $1`, [credentialId])

export const listPasskeyRows = (sql: Sql, userId: string): Promise<PasskeyRow[]> =>
  sql.readRows(`select ${columns} from passkeys where user_id = $1 order by id limit 1000`, [userId])

export async function setUsed(
  trx: Transaction,
  { id, counter, isBackedUp, now }: Pick<PasskeyRow, 'id' | 'counter' | 'isBackedUp'> & { readonly now: Date },
): Promise<void> {
  await trx.execute(`update passkeys set counter = $2, is_backed_up = $3, last_used_at = $4 where id = $1`, [
    id,
    counter,
    isBackedUp,
    now,
  ])
}

/** Undefined when the person has no such passkey. */
export const setLabel = (sql: Sql, userId: string, id: string, label: string): Promise<PasskeyRow | undefined> =>
  sql.row(`update passkeys set label = $3 where user_id = $1 and id = $2 returning ${columns}`, [userId, id, label])

/** False when the person has no such passkey. */
export async function deletePasskeyRow(trx: Transaction, userId: string, id: string): Promise<boolean> {
  return (await trx.execute(`delete from passkeys where user_id = $1 and id = $2`, [userId, id])) > 0
}

export interface ChallengeRow {
  readonly sha256: Buffer
  readonly kind: 'add' | 'sign_in' | 'confirm' | 'first'
  readonly userId: string | null
  /** The future id of a person who uses a link. */
  readonly newUser: Id<'usr'> | null
  readonly expiresAt: Date
}

export async function insertChallenge(sql: Sql, row: ChallengeRow): Promise<void> {
  await sql.execute(
    `insert into challenges (sha256, kind, user_id, new_user, expires_at) values ($1, $2, $3, $4, $5)`,
    [row.sha256, row.kind, row.userId, row.newUser, row.expiresAt],
  )
}

/** Undefined if it was never made, was already answered, or is too old. */
export const useChallenge = (
  sql: Sql,
  { sha256, kind, userId, now }: Pick<ChallengeRow, 'sha256' | 'kind' | 'userId'> & { readonly now: Date },
): Promise<Pick<ChallengeRow, 'newUser'> | undefined> =>
  sql.row(
    `delete from challenges where sha256 = $1 and kind = $2 and user_id is not distinct from $3 and expires_at > $4
     returning new_user as "newUser"`,
    [sha256, kind, userId, now],
  )

export async function deleteOldChallenges(sql: Sql, now: Date): Promise<void> {
  await sql.execute(`delete from challenges where expires_at < $1`, [now])
}
