import type { TableImport } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { importErrorsAddress } from '../../data/addresses.ts'
import { hubOf } from '../../data/api/hub.ts'
import { importKey } from '../../data/queries/import-queries.ts'
import { type ChosenTable, findTable } from '../../imports/chosen-tables.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button, ButtonLink } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { pathOf } from '../../routes.ts'
import { importWords as texts } from '../../words/catalog/import-words.ts'

export interface ImportActionsProps {
  readonly accountId: string
  readonly table: TableImport
}

/** What follows a check or an import. */
export function ImportActions({ accountId, table }: ImportActionsProps) {
  const { id, status, dryRun, outcomes } = table
  if (status !== 'done') return null
  const imports = outcomes.created + outcomes.updated
  return (
    <div className="row">
      {outcomes.refused > 0 && (
        <a className="button plain" href={importErrorsAddress(accountId, id)} download="errors.csv">
          {texts.errors}
        </a>
      )}
      {!dryRun && outcomes.created > 0 && <UndoButton accountId={accountId} tableImportId={id} />}
      {dryRun && imports > 0 && <ImportButton accountId={accountId} table={findTable(id)} />}
    </div>
  )
}

interface ImportButtonProps {
  readonly accountId: string
  /** Undefined if the check was started elsewhere, or before the page was loaded. */
  readonly table: ChosenTable | undefined
}

function ImportButton({ accountId, table }: ImportButtonProps) {
  const [, navigate] = useLocation()
  const start = useMutation({
    mutationFn: (chosen: ChosenTable) => hubOf(accountId).tableImports.create(chosen),
    onSuccess: ({ id }) => navigate(pathOf('import', { accountId, tableImportId: id })),
  })
  if (!table) return <ButtonLink to={pathOf('imports', { accountId })}>{texts.checkAgain}</ButtonLink>
  return (
    <>
      <Button look="primary" isBusy={start.isPending} onClick={() => start.mutate(table)}>
        {texts.import}
      </Button>
      {start.error && <FailureNotice error={start.error} />}
    </>
  )
}

function UndoButton({ accountId, tableImportId }: { readonly accountId: string; readonly tableImportId: string }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {texts.undo}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.undoTitle}
          text={texts.undoText}
          action={texts.undo}
          onConfirm={async () =>
            client.setQueryData(
              importKey(accountId, tableImportId),
              await hubOf(accountId).tableImports.undo(tableImportId),
            )
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
