import type { Transfer, TransferStore } from '@spindle/client'
import { type ChipLook, MarkChip } from '../../parts/layout/mark-chip.tsx'
import { transferWords as texts } from '../../words/catalog/transfer-words.ts'

const statuses: Readonly<Record<Transfer['status'], ChipLook>> = {
  waiting: ['◔', 'info'],
  ready: ['●', 'good'],
  refused: ['✕', 'danger'],
}

const states: Readonly<Record<TransferStore['state'], ChipLook>> = {
  not_sent: ['○', 'idle'],
  sent: ['◔', 'info'],
  live: ['●', 'good'],
  old_down: ['✓', 'good'],
}

export const TransferChip = ({ status }: Pick<Transfer, 'status'>) => (
  <MarkChip look={statuses[status]} text={texts.statuses[status]} />
)

export const StateChip = ({ state }: Pick<TransferStore, 'state'>) => (
  <MarkChip look={states[state]} text={texts.states[state]} />
)
