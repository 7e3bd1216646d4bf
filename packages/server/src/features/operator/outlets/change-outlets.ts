import { AppError } from '@spindle/contract'
import type { Database } from '../../../platform/database/sql.ts'
import type { OutletChangesIn, OutletsFeature } from '../../outlets/index.ts'
import type { Audit, AuditActor, AuditEvent } from '../../people/index.ts'
import type { Releases } from '../../releases/index.ts'

/**
 * What operators change of the outlets that they added, by a command or in the console. A change and its line in the
 * audit are one transaction. The audit names settings and never their values.
 */
export interface ChangeOutlets {
  /** False if an outlet has this id. */
  add(outlet: Parameters<OutletChangesIn['add']>[0], secret: string | undefined, actor: AuditActor): Promise<boolean>
  /** False for an unknown outlet. */
  change(id: string, change: OutletChange, actor: AuditActor): Promise<boolean>
  /** False for an unknown outlet. */
  pause(id: string, isPaused: boolean, actor: AuditActor): Promise<boolean>
  /**
   * Throws `state_conflict` while the outlet may have a release or is about to get one: no takedown could reach it
   * afterwards. False for an unknown outlet.
   */
  remove(id: string, actor: AuditActor): Promise<boolean>
}

export interface OutletChange {
  readonly settings: object
  /** Replaces the stored one. */
  readonly secret?: string | undefined
}

export interface ChangeOutletsOptions {
  readonly database: Database
  readonly outlets: Pick<OutletsFeature, 'list' | 'within'>
  readonly atOutlets: Pick<Releases['atOutlets'], 'countHeld'>
  readonly audit: Pick<Audit, 'recordForHub'>
}

export function changeOutlets({ database, outlets, atOutlets, audit }: ChangeOutletsOptions): ChangeOutlets {
  const recorded = (event: AuditEvent, change: (changes: OutletChangesIn) => Promise<boolean>) =>
    database.transaction(async (trx) => {
      const isDone = await change(outlets.within(trx))
      if (isDone) await audit.recordForHub(trx, event)
      return isDone
    })
  return {
    async add(outlet, secret, actor) {
      const { id, kind } = outlet
      if (outlets.list().some((known) => known.id === id)) return false
      const data = { outlet: id, kind, secret: describeSecret(secret) }
      return recorded({ type: 'outlet.added', actor, data }, (changes) => changes.add(outlet, secret))
    },
    change(id, { settings, secret }, actor) {
      const data = { outlet: id, settings: Object.keys(settings).sort().join(', '), secret: describeSecret(secret) }
      return recorded({ type: 'outlet.changed', actor, data }, (changes) => changes.change(id, settings, secret))
    },
    pause: (id, isPaused, actor) =>
      recorded({ type: isPaused ? 'outlet.paused' : 'outlet.resumed', actor, data: { outlet: id } }, (changes) =>
        changes.pause(id, isPaused),
      ),
    remove: (id, actor) =>
      database.transaction(async (trx) => {
        if (!(await outlets.within(trx).remove(id))) return false
        const held = await atOutlets.countHeld(trx, id, mostCounted)
        if (held > 0) throw new AppError('state_conflict', { detail: describeHeld(held) })
        await audit.recordForHub(trx, { type: 'outlet.removed', actor, data: { outlet: id } })
        return true
      }),
  }
}

const describeSecret = (secret: string | undefined): string | null => (secret === undefined ? null : 'stored')

const mostCounted = 1000

const describeHeld = (held: number): string =>
  `${held === mostCounted ? `At least ${held} releases are` : held === 1 ? 'One release is' : `${held} releases are`} at this store, or on the way to it. Take them down there first, and wait until the store confirms it.`
