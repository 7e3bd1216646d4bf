import { collectInTurns } from '../../../platform/concurrency/collect-in-turns.ts'
import type { ErnInput } from './ern-model.ts'
import { writeMessage } from './write-message.ts'

/** A part is about a track, or about all deals; ten take a few milliseconds. */
const partsAtATime = 10

/** The whole message. */
export const writeWhole = async (input: ErnInput): Promise<string> =>
  (await collectInTurns(writeMessage(input), partsAtATime)).join('')
