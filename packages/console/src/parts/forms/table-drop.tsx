import type { Chosen } from '../../delivery/files/chosen-file.ts'
import { tableWords as texts } from '../../words/catalog/table-words.ts'
import { FileButton, useDrop } from './choose-files.tsx'

const accepted = '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values'

export interface TableDropProps {
  /** What happens to a table that is dropped now. */
  readonly dropNow: string
  readonly look?: 'primary' | 'plain'
  /** What happens to the chosen table; empty if nothing does. */
  readonly status: string
  readonly onChoose: (file: File) => void
}

/** A place to drop a table, and a button to choose one. */
export function TableDrop({ dropNow, look = 'primary', status, onChoose }: TableDropProps) {
  const take = ({ files: [first] }: Chosen): void => {
    if (first) onChoose(first.bytes)
  }
  const isOver = useDrop(take)
  return (
    <div className="drop" data-small data-over={isOver || undefined}>
      <p>
        <strong>{isOver ? dropNow : texts.drop}</strong>
      </p>
      <p className="small soft">{texts.dropHint}</p>
      <FileButton label={texts.choose} accept={accepted} look={look} isSingle onChoose={take} />
      <p className="small soft" role="status">
        {status}
      </p>
    </div>
  )
}
