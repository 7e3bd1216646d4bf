import type { Bulk, BulkRelease } from '@spindle/client'
import { type ChipLook, MarkChip } from '../../parts/layout/mark-chip.tsx'
import { bulkWords } from '../../words/releases/bulk-words.ts'

const statuses: Readonly<Record<Bulk['status'], ChipLook>> = {
  running: ['◔', 'info'],
  paused: ['▲', 'warn'],
  completed: ['●', 'good'],
  cancelled: ['○', 'idle'],
}

const outcomes: Readonly<Record<BulkRelease['outcome'], ChipLook>> = {
  waiting: ['◔', 'info'],
  done: ['●', 'good'],
  unchanged: ['○', 'idle'],
  refused: ['✕', 'danger'],
}

export const JobChip = ({ status }: Pick<Bulk, 'status'>) => (
  <MarkChip look={statuses[status]} text={bulkWords.statuses[status]} />
)

export const nameOutcome = (action: Bulk['action'], outcome: BulkRelease['outcome']): string => {
  if (action !== 'validate') return bulkWords.outcomes[outcome]
  if (outcome === 'done') return bulkWords.passed
  return outcome === 'refused' ? bulkWords.failed : bulkWords.outcomes[outcome]
}

interface OutcomeChipProps extends Pick<BulkRelease, 'outcome'>, Pick<Bulk, 'action'> {}

export const OutcomeChip = ({ action, outcome }: OutcomeChipProps) => (
  <MarkChip look={outcomes[outcome]} text={nameOutcome(action, outcome)} />
)
