import type { PlannedTakedown, ReleaseRecord } from '../model/release-record.ts'

/** A takedown that is planned, with the moment of its day. */
export interface OpenPlan extends PlannedTakedown {
  readonly at: Date
}

export const openPlanOf = ({
  plannedTakedown: plan,
  plannedTakedownAt: at,
}: Pick<ReleaseRecord, 'plannedTakedown' | 'plannedTakedownAt'>): OpenPlan | null =>
  plan === null || at === null ? null : { ...plan, at }
