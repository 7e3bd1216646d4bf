import type { JWK } from 'jose'
import type { Sql, Transaction } from '../../platform/database/sql.ts'

/** Signing keys belong to no account, so every statement here runs as the system. */
export interface SigningKeyRow {
  readonly id: string
  readonly publicJwk: JWK
  readonly sealedJwk: Buffer
  readonly retiredAt: Date | null
}

/** The newest first; retired ones as long as a token they signed can be valid. */
export const listSigningKeys = (sql: Sql, retiredAfter: Date): Promise<SigningKeyRow[]> =>
  sql.readRows(
    `select id, public_jwk as "publicJwk", sealed_jwk as "sealedJwk", retired_at as "retiredAt"
     from signing_keys where retired_at is null or retired_at > $1
     order by retired_at desc nulls first, created_at desc, id`,
    [retiredAfter],
  )

/** Until the transaction ends no other node makes or retires a key. */
export async function lockSigningKeys(trx: Transaction): Promise<void> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('spindle signing keys', 7))`)
}

export async function retireSigningKeys(trx: Transaction, now: Date): Promise<void> {
  await trx.execute(`update signing_keys set retired_at = $1 where retired_at is null`, [now])
}

export async function deleteSigningKeys(trx: Transaction, retiredBefore: Date): Promise<void> {
  await trx.execute(`delete from signing_keys where retired_at <= $1`, [retiredBefore])
}

export async function deleteSigningKey(trx: Transaction, id: string): Promise<void> {
  await trx.execute('delete from signing_keys where id = $1', [id])
}

export async function updateSealedJwk(
  trx: Transaction,
  { id, sealedJwk }: Pick<SigningKeyRow, 'id' | 'sealedJwk'>,
): Promise<void> {
  await trx.execute('update signing_keys set sealed_jwk = $2 where id = $1', [id, sealedJwk])
}

export async function insertSigningKey(
  trx: Transaction,
  { id, publicJwk, sealedJwk, createdAt }: Omit<SigningKeyRow, 'retiredAt'> & { readonly createdAt: Date },
): Promise<void> {
  await trx.execute(`insert into signing_keys (id, public_jwk, sealed_jwk, created_at) values ($1, $2, $3, $4)`, [
    id,
    JSON.stringify(publicJwk),
    sealedJwk,
    createdAt,
  ])
}
