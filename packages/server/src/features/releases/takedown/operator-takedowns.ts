import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import type { OutletsFeature } from '../../outlets/index.ts'
import type { ReleaseDeliveries, Takedown } from '../deliveries/change-deliveries.ts'
import type { Reviewer } from '../review/reviewer.ts'
import type { ReleaseWork } from '../status/change-release.ts'
import { findPlanned, type PlannedTakedown } from './planned-store.ts'
import { cancelTakedown, planTakedown, type TakedownOn } from './planned-takedowns.ts'
import { type OutletTakedown, previewTakedown } from './preview-takedown.ts'

/** What the operator takes from outlets: now, on a day, or only to see what it would mean. */
export interface OperatorTakedowns {
  /** At the outlets that are named, or at all of them. The account cannot undo it. */
  takeDown(releaseId: string, reviewer: Reviewer, request: Takedown): Promise<void>
  /** On a day to come, in place of what was planned before; answers the moment. */
  planTakedown(releaseId: string, reviewer: Reviewer, request: TakedownOn): Promise<Date>
  /** Before its day. Throws `state_conflict` where none is planned. */
  cancelTakedown(releaseId: string, reviewer: Reviewer): Promise<void>
  /** What a takedown would mean, outlet by outlet, and what is planned. Changes nothing. */
  previewTakedown(releaseId: string, outlets: Takedown['outlets']): Promise<TakedownPreview>
}

export interface TakedownPreview {
  readonly outlets: readonly OutletTakedown[]
  readonly planned: PlannedTakedown | null
}

export interface OperatorTakedownOptions {
  readonly clock: Clock
  readonly deliveries: Pick<ReleaseDeliveries, 'takeDown'>
  readonly outlets: Pick<OutletsFeature, 'list' | 'adapterOf'>
  decide(decision: { readonly releaseId: string; readonly by: Reviewer }, work: ReleaseWork): Promise<void>
  /** Throws `release_not_found`. */
  openTenant(releaseId: string): Promise<Tenant>
}

export const operatorTakedowns = ({
  clock,
  deliveries,
  outlets,
  decide,
  openTenant,
}: OperatorTakedownOptions): OperatorTakedowns => ({
  takeDown: (releaseId, by, request) => decide({ releaseId, by }, (change) => deliveries.takeDown(change, request)),
  async planTakedown(releaseId, by, request) {
    let at = new Date(clock.now())
    await decide({ releaseId, by }, async (change, release) => {
      at = await planTakedown(clock, change, release, request)
    })
    return at
  },
  cancelTakedown: (releaseId, by) => decide({ releaseId, by }, cancelTakedown),
  async previewTakedown(releaseId, named) {
    const tenant = await openTenant(releaseId)
    const planned = (await findPlanned(tenant, releaseId)) ?? null
    return { outlets: await previewTakedown(outlets, tenant, { releaseId, named }), planned }
  },
})
