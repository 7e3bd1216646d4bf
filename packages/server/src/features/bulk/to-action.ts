import type { ReleaseAction } from '../releases/index.ts'
import type { Turn } from './bulk-queries.ts'
import type { WaitingTarget } from './outcome-queries.ts'

/** What a job does with one of its releases. The parameters of each action were required when the job was created. */
export function toAction(turn: Turn, target: Pick<WaitingTarget, 'patch'>): ReleaseAction {
  const { action, parameters } = turn
  switch (action) {
    case 'patch':
      return toPatch(turn, target)
    case 'outlets':
      return { type: action, outlets: parameters.outlets ?? {} }
    case 'takedown':
      return { type: action, request: parameters.takedown ?? { reason: '' } }
    case 'submit':
      return { type: action }
    default:
      return { type: action, outlet: parameters.outlet }
  }
}

function toPatch({ parameters, undoOf }: Turn, { patch: own }: Pick<WaitingTarget, 'patch'>): ReleaseAction {
  const patch = own ?? parameters.patch ?? {}
  if (undoOf === null) return { type: 'patch', patch, isUndo: false }
  // Audio that was replaced is replaced again, which takes a reason.
  const reason = patch.tracks === undefined ? {} : { audioChangeReason: `Undo of bulk job ${undoOf}` }
  return { type: 'patch', patch: { ...patch, ...reason }, isUndo: true }
}
