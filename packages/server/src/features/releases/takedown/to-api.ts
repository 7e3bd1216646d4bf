import type {
  OutletTakedown as AnsweredOutlet,
  TakedownPreview as AnsweredPreview,
  PlannedTakedown,
} from '@spindle/contract'
import type { OpenPlan } from './open-plan.ts'
import type { OutletTakedown } from './preview-takedown.ts'
import type { TakedownPreview } from './takedowns.ts'

/** The events name the operator. */
export const toPlannedTakedown = ({ on, at, outlets, reason, actor }: OpenPlan): PlannedTakedown => ({
  on,
  at: at.toISOString(),
  outlets: outlets && [...outlets],
  reason,
  actor: { type: actor.type === 'operator' ? 'operator' : 'account' },
})

export const toTakedownPreview = ({ outlets, planned }: TakedownPreview): AnsweredPreview => ({
  outlets: outlets.map(toOutletTakedown),
  planned: planned && toPlannedTakedown(planned),
})

const toOutletTakedown = ({ notice, ...outlet }: OutletTakedown): AnsweredOutlet => ({
  ...outlet,
  notice: notice && {
    way: notice.way,
    ends: notice.ends.map(({ territories, models, uses }) => ({
      territories,
      models: [...models],
      uses: [...uses],
    })),
  },
})
