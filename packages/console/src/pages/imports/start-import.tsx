import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Chosen } from '../../delivery/files/chosen-file.ts'
import { rememberTable } from '../../imports/chosen-tables.ts'
import { readTable } from '../../imports/read-table.ts'
import { FileButton, useDrop } from '../../parts/forms/choose-files.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { pathOf } from '../../routes.ts'
import { importWords as texts } from '../../words/catalog/import-words.ts'

const accepted = '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values'

/** A table is checked as soon as it is chosen: a dry run, whose page then has the button to import it. */
export function StartImport({ accountId }: { readonly accountId: string }) {
  const [, navigate] = useLocation()
  const [isTooLarge, setTooLarge] = useState(false)
  const check = useMutation({
    mutationFn: async (file: File) => {
      const table = await readTable(file)
      setTooLarge(table === undefined)
      if (table === undefined) return undefined
      const chosen = { filename: file.name, table }
      const { id } = await hubOf(accountId).tableImports.create({ ...chosen, dryRun: true })
      rememberTable(id, chosen)
      return id
    },
    onSuccess: (tableImportId) => {
      if (tableImportId !== undefined) navigate(pathOf('import', { accountId, tableImportId }))
    },
  })
  const take = ({ files: [first] }: Chosen): void => {
    if (first && !check.isPending) check.mutate(first.bytes)
  }
  const isOver = useDrop(take)
  return (
    <section className="card stack" aria-labelledby="start-title">
      <h2 id="start-title">{texts.start}</h2>
      <p className="soft">{texts.startLead}</p>
      <div className="drop" data-small data-over={isOver || undefined}>
        <p>
          <strong>{isOver ? texts.dropNow : texts.drop}</strong>
        </p>
        <p className="small soft">{texts.dropHint}</p>
        <FileButton label={texts.choose} accept={accepted} look="primary" isSingle onChoose={take} />
        <p className="small soft" role="status">
          {check.isPending ? texts.reading : ''}
        </p>
      </div>
      {isTooLarge && (
        <p className="problem" role="alert">
          {texts.tooLarge}
        </p>
      )}
      {check.error && <FailureNotice error={check.error} />}
    </section>
  )
}
