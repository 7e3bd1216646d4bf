import { digestsOf } from '../ern/ern-files.ts'
import type { ErnInput } from '../ern/ern-model.ts'
import { outcomeOf } from '../packages/answer-outcome.ts'
import type { MessageRecord } from './message-store.ts'

/** Whether a store has the files of a release already: it took a message that came with the same ones. */
export function hasFilesOf(before: MessageRecord | undefined, input: Pick<ErnInput, 'release' | 'tracks' | 'files'>) {
  if (before?.purpose !== 'offer' || before.answer === null) return false
  return before.files === digestsOf(input) && outcomeOf(before.answer, before.purpose).result === 'accepted'
}
