import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import { rememberTable } from '../../imports/chosen-tables.ts'
import { readTable } from '../../imports/read-table.ts'
import { TableDrop } from '../../parts/forms/table-drop.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { pathOf } from '../../routes.ts'
import { importWords as texts } from '../../words/catalog/import-words.ts'
import { tableWords } from '../../words/catalog/table-words.ts'

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
  return (
    <section className="card stack" aria-labelledby="start-title">
      <h2 id="start-title">{texts.start}</h2>
      <p className="soft">{texts.startLead}</p>
      <TableDrop
        dropNow={texts.dropNow}
        status={check.isPending ? texts.reading : ''}
        onChoose={(file) => {
          if (!check.isPending) check.mutate(file)
        }}
      />
      {isTooLarge && (
        <p className="problem" role="alert">
          {tableWords.tooLarge}
        </p>
      )}
      {check.error && <FailureNotice error={check.error} />}
    </section>
  )
}
