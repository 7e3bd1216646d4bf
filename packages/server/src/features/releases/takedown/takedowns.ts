import { AppError } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import type { OutletsFeature } from '../../outlets/index.ts'
import type { ReleaseDeliveries, Takedown } from '../deliveries/change-deliveries.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import { findRelease } from '../release-queries.ts'
import type { ReleaseChange } from '../status/change-release.ts'
import { type OpenPlan, openPlanOf } from './open-plan.ts'
import { cancelTakedown, planTakedown, type TakedownOn } from './planned-takedowns.ts'
import { type OutletTakedown, previewTakedown } from './preview-takedown.ts'

/** Takes releases down, for their account and for the operator: the caller is the actor of the change. */
export interface Takedowns {
  /** At the named outlets, or at all of them. The account cannot undo a takedown by the operator. */
  takeDown(change: ReleaseChange, request: Takedown): Promise<void>
  /** On a later day, replacing an earlier plan; returns the moment. */
  plan(change: ReleaseChange, release: ReleaseRecord, request: TakedownOn): Promise<Date>
  /** Throws `state_conflict` if none is planned. */
  cancel(change: ReleaseChange, release: ReleaseRecord): Promise<void>
  /** The effect of a takedown, outlet by outlet, and the plan. Throws `release_not_found`. */
  preview(sql: Tenant, releaseId: string, outlets?: Takedown['outlets']): Promise<TakedownPreview>
}

export interface TakedownPreview {
  readonly outlets: readonly OutletTakedown[]
  readonly planned: OpenPlan | null
}

export interface TakedownOptions {
  readonly clock: Clock
  readonly deliveries: Pick<ReleaseDeliveries, 'takeDown'>
  readonly outlets: Pick<OutletsFeature, 'list' | 'adapterOf'>
}

export const takedowns = ({ clock, deliveries, outlets }: TakedownOptions): Takedowns => ({
  takeDown: deliveries.takeDown,
  plan: (change, release, request) => planTakedown(clock, change, release, request),
  cancel: cancelTakedown,
  async preview(sql, releaseId, named) {
    const release = await findRelease(sql, releaseId)
    if (!release) throw new AppError('release_not_found')
    return { outlets: await previewTakedown(outlets, sql, { releaseId, named }), planned: openPlanOf(release) }
  },
})
