import type { AccountAuditType } from '@spindle/contract/console'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant, Transaction } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import { insertAccountEvents, insertHubEvent } from './audit-queries.ts'

/**
 * The record of who changed what about people and access. Written in the transaction of the change; never contains a
 * secret.
 */

/** Events in the audit of the hub, in addition to those that an account sees of its members. */
type HubAuditType =
  | 'account.created'
  | 'account.erased'
  | 'account.imported'
  | 'account.resumed'
  | 'account.suspended'
  | 'address.proven'
  | 'codes.allowed'
  | 'codes.removed'
  | 'contact.deleted'
  | 'hub.set_up'
  | 'link.created'
  | 'move_in.ended'
  | 'move_in.opened'
  | 'operator.added'
  | 'operator.removed'
  | 'outlet.added'
  | 'outlet.changed'
  | 'outlet.paused'
  | 'outlet.removed'
  | 'outlet.resumed'
  | 'outlet.retried'
  | 'outlet.tested'
  | 'session.confirmed'
  | 'signing_key.rotated'
  | 'user.disabled'
  | 'user.enabled'
export type AuditType = AccountAuditType | HubAuditType

export interface AuditEvent {
  readonly type: AuditType
  readonly actor: AuditActor
  readonly data: Readonly<Record<string, string | null>>
}

/** `operator` ran a command on the machine of the hub. */
export type AuditActor =
  | { readonly type: 'user'; readonly id: string; readonly name: string }
  | { readonly type: 'client' | 'key'; readonly id: string; readonly name: null }
  | { readonly type: 'operator' | 'hub'; readonly id: null; readonly name: null }

/** Null for actions of a command, the hub or a program. */
export const userOf = (actor: AuditActor): string | null => (actor.type === 'user' ? actor.id : null)

export const operatorActor: AuditActor = { type: 'operator', id: null, name: null }
export const hubActor: AuditActor = { type: 'hub', id: null, name: null }

export interface Audit {
  /** An event about the hub as a whole, or about one person. */
  recordForHub(trx: Transaction, event: AuditEvent): Promise<void>
  /** An event about one account. */
  recordForAccount(tenant: Tenant, event: AuditEvent): Promise<void>
  /** The same for several events, in one statement. */
  recordAllForAccount(tenant: Tenant, events: readonly AuditEvent[]): Promise<void>
}

export function auditTrail({ ids, clock }: { readonly ids: Ids; readonly clock: Clock }): Audit {
  const rowOf = (event: AuditEvent) => ({ id: ids.make('aud'), at: new Date(clock.now()), ...event })
  return {
    recordForHub: (trx, event) => insertHubEvent(trx, rowOf(event)),
    recordForAccount: (tenant, event) => insertAccountEvents(tenant, [rowOf(event)]),
    async recordAllForAccount(tenant, events) {
      if (events.length > 0) await insertAccountEvents(tenant, events.map(rowOf))
    },
  }
}
