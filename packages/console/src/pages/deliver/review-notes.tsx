import { deliverWords } from '../../words/releases/deliver-words.ts'
import { useOpenedDelivery } from './delivery-context.ts'
import { remarksAt } from './remarks.ts'

export interface ReviewNotesProps {
  /** `release`, or the key of a track. */
  readonly target: string
  readonly pointer: string
}

/** The reviewer's note about a place, shown at its field. */
export function ReviewNotes({ target, pointer }: ReviewNotesProps) {
  const { remarks } = useOpenedDelivery()
  const notes = remarksAt(remarks, target, pointer).filter(({ kind }) => kind === 'note')
  return notes.map(({ message }) => (
    <p key={message} className="asked small">
      <strong>{deliverWords.review.asks}</strong> <bdi>{message}</bdi>
    </p>
  ))
}
