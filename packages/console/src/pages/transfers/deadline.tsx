import type { Transfer } from '@spindle/client'
import { MarkChip } from '../../parts/layout/mark-chip.tsx'
import { transferWords as texts } from '../../words/catalog/transfer-words.ts'
import { formatDate } from '../../words/words.ts'

/** The last days of the old copies: from here on the time left is a warning. */
const soonDays = 14

/** The day on which the old copies go down, and how far away it is. */
export const Deadline = ({ transfer: { deadline, daysLeft } }: { readonly transfer: Transfer }) => (
  <span className="release-text">
    <span>
      <time dateTime={deadline}>{formatDate(deadline)}</time>
    </span>
    {daysLeft >= 0 && daysLeft <= soonDays ? (
      <span>
        <MarkChip look={['▲', 'warn']} text={texts.daysLeft(daysLeft)} />
      </span>
    ) : (
      <span className="small soft">{texts.daysLeft(daysLeft)}</span>
    )}
  </span>
)
