import type { TableImport, TableImportRelease } from '@spindle/client'
import { type ChipLook, MarkChip } from '../../parts/layout/mark-chip.tsx'
import { importWords } from '../../words/catalog/import-words.ts'

const statuses: Readonly<Record<TableImport['status'], ChipLook>> = {
  waiting: ['◔', 'info'],
  running: ['◔', 'info'],
  done: ['●', 'good'],
  refused: ['✕', 'danger'],
  undoing: ['◔', 'info'],
  undone: ['○', 'idle'],
}

const outcomes: Readonly<Record<TableImportRelease['outcome'], ChipLook>> = {
  waiting: ['◔', 'info'],
  created: ['●', 'good'],
  updated: ['●', 'good'],
  unchanged: ['○', 'idle'],
  refused: ['✕', 'danger'],
  undone: ['○', 'idle'],
}

export const ImportChip = ({ status }: Pick<TableImport, 'status'>) => (
  <MarkChip look={statuses[status]} text={importWords.statuses[status]} />
)

export const OutcomeChip = ({ outcome }: Pick<TableImportRelease, 'outcome'>) => (
  <MarkChip look={outcomes[outcome]} text={importWords.outcomes[outcome]} />
)
