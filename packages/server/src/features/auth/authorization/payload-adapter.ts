import { type Adapter, errors as oauthErrors } from 'oidc-provider'
import type { Clock } from '../../../platform/clock.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { sha256 } from '../../../platform/values/sha256.ts'
import type { Connections } from './connections.ts'
import {
  deletePayload,
  deletePayloadsOfGrant,
  findPayload,
  type PayloadKey,
  setConsumed,
  upsertPayload,
} from './payload-queries.ts'

/**
 * The port of oidc-provider on the table `oauth_payloads`. Codes and refresh tokens are the ids they are stored by, so an
 * id is kept as its SHA-256 alone. When the library ends a grant (a code or refresh token came twice), its connection
 * ends with it, and every token of it.
 */
export interface PayloadAdapterOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly connections: Connections
}

export function payloadAdapter(kind: string, { sql, clock, connections }: PayloadAdapterOptions): Adapter {
  const keyOf = (id: string): PayloadKey => ({ kind, sha256: sha256(id) })
  const unused = (): never => {
    throw new Error(`The authorization server finds no ${kind} by another name`)
  }
  return {
    async upsert(id, { jti: _jti, ...payload }, expiresInSeconds = 0) {
      const expiresAt = new Date(clock.now() + expiresInSeconds * 1000)
      await upsertPayload(sql, { ...keyOf(id), payload, grantId: payload.grantId ?? null, expiresAt })
    },
    async find(id) {
      const row = await findPayload(sql, keyOf(id))
      return row && { ...row.payload, jti: id, ...(row.consumedAt && { consumed: true }) }
    },
    async consume(id) {
      if (!(await setConsumed(sql, keyOf(id), new Date(clock.now()))))
        throw new oauthErrors.InvalidGrant('it was already used')
    },
    async destroy(id) {
      if (kind === 'Grant') await connections.endGrant(id)
      await deletePayload(sql, keyOf(id))
    },
    revokeByGrantId: (grantId) => deletePayloadsOfGrant(sql, kind, grantId),
    findByUid: unused,
    findByUserCode: unused,
  }
}

/** Sessions of the library: every request begins one, and none is remembered, because people have a session of ours. */
export const forgetfulAdapter: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}
