import { describeOutletTakedown, describePlannedTakedown } from '@spindle/contract'
import { type TakedownPreview, toTakedownPreview } from '../../features/releases/index.ts'
import { plainText } from '../operator-command/plain-text.ts'

/** Describes the effect of a takedown, one line for each outlet. */
export const formatTakedown = (preview: TakedownPreview): string[] => {
  const { planned } = preview
  return [
    ...toTakedownPreview(preview).outlets.flatMap(describeOutletTakedown),
    ...(planned ? [describePlannedTakedown({ ...planned, by: planned.actor.name ?? planned.actor.type })] : []),
  ].map(plainText)
}
