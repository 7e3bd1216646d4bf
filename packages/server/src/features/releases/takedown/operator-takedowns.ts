import type { Tenant } from '../../../platform/database/sql.ts'
import type { Takedown } from '../deliveries/change-deliveries.ts'
import type { Reviewer } from '../model/reviewer.ts'
import type { ReleaseWork } from '../status/change-release.ts'
import type { TakedownOn } from './planned-takedowns.ts'
import type { TakedownPreview, Takedowns } from './takedowns.ts'

/** Takedowns by the operator: now, on a day, or as a preview. */
export interface OperatorTakedowns {
  /** At the named outlets, or at all of them. The account cannot undo it. */
  takeDown(releaseId: string, reviewer: Reviewer, request: Takedown): Promise<void>
  /** On a later day, replacing an earlier plan; returns the moment. */
  planTakedown(releaseId: string, reviewer: Reviewer, request: TakedownOn): Promise<Date>
  /** Before its day. Throws `state_conflict` if none is planned. */
  cancelTakedown(releaseId: string, reviewer: Reviewer): Promise<void>
  /** The effect of a takedown, outlet by outlet, and the plan. Changes nothing. */
  previewTakedown(releaseId: string, outlets: Takedown['outlets']): Promise<TakedownPreview>
}

export interface OperatorTakedownOptions {
  readonly takedowns: Takedowns
  decide(decision: { readonly releaseId: string; readonly by: Reviewer }, work: ReleaseWork): Promise<void>
  /** Throws `release_not_found`. */
  openTenant(releaseId: string): Promise<Tenant>
}

export const operatorTakedowns = ({ takedowns, decide, openTenant }: OperatorTakedownOptions): OperatorTakedowns => ({
  takeDown: (releaseId, by, request) => decide({ releaseId, by }, (change) => takedowns.takeDown(change, request)),
  async planTakedown(releaseId, by, request) {
    const planned = Promise.withResolvers<Date>()
    await decide({ releaseId, by }, async (change, release) =>
      planned.resolve(await takedowns.plan(change, release, request)),
    )
    return planned.promise
  },
  cancelTakedown: (releaseId, by) => decide({ releaseId, by }, takedowns.cancel),
  previewTakedown: async (releaseId, named) => takedowns.preview(await openTenant(releaseId), releaseId, named),
})
