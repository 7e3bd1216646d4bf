import type { Clock } from '../../../platform/clock.ts'
import type { Tenant, Transaction } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/ids.ts'
import { insertAccountEvent, insertHubEvent } from './store.ts'

/** Who changed what about people and access. Written in the transaction of the change; never holds a secret. */

export const auditTypes = [
  'hub.set_up',
  'invitation.accepted',
  'invitation.created',
  'link.created',
  'passkey.added',
  'passkey.deleted',
  'password.set',
  'session.confirmed',
  'session.ended',
  'session.started',
  'user.disabled',
] as const
export type AuditType = (typeof auditTypes)[number]

export interface AuditEvent {
  readonly type: AuditType
  readonly actor: AuditActor
  readonly data: Readonly<Record<string, string | null>>
}

/** `operator` is whoever ran a command on the machine of the hub. */
export type AuditActor =
  | { readonly type: 'user'; readonly id: string; readonly name: string }
  | { readonly type: 'operator' | 'hub'; readonly id: null; readonly name: null }

export const operatorActor: AuditActor = { type: 'operator', id: null, name: null }
export const hubActor: AuditActor = { type: 'hub', id: null, name: null }

export interface Audit {
  /** What concerns the hub as a whole, or one person. */
  recordForHub(trx: Transaction, event: AuditEvent): Promise<void>
  /** What concerns one account. */
  recordForAccount(tenant: Tenant, event: AuditEvent): Promise<void>
}

export function auditTrail({ ids, clock }: { readonly ids: Ids; readonly clock: Clock }): Audit {
  const rowOf = (event: AuditEvent) => ({ id: ids.make('aud'), at: new Date(clock.now()), ...event })
  return {
    recordForHub: (trx, event) => insertHubEvent(trx, rowOf(event)),
    recordForAccount: (tenant, event) => insertAccountEvent(tenant, rowOf(event)),
  }
}
