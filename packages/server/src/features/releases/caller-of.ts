import type { AccountPrincipal } from '../../http/principal.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import type { Caller } from './status/change-release.ts'

/** A request that changes releases. */
export interface Writing {
  readonly trx: TenantTransaction
  readonly principal: AccountPrincipal
}

export const callerOf = ({ trx, principal }: Writing): Caller => ({
  trx,
  actor: {
    type: principal.kind === 'apiKey' ? 'key' : 'user',
    id: principal.id,
    name: principal.kind === 'user' ? principal.name : null,
  },
})
