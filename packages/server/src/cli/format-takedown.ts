import { describeOutletTakedown, describePlannedTakedown } from '@spindle/contract'
import { type TakedownPreview, toTakedownPreview } from '../features/releases/index.ts'
import { plainText } from './plain-text.ts'

/** What a takedown would mean, outlet by outlet, in words. */
export const formatTakedown = (preview: TakedownPreview): string[] => {
  const { planned } = preview
  return [
    ...toTakedownPreview(preview).outlets.flatMap(describeOutletTakedown),
    ...(planned ? [describePlannedTakedown({ ...planned, by: planned.actor.name ?? planned.actor.type })] : []),
  ].map(plainText)
}
