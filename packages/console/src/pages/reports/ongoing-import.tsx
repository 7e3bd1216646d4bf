import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { reportsKey } from '../../data/queries/report-queries.ts'
import { Notice } from '../../parts/layout/notice.tsx'
import { reportImportOf } from '../../reports/report-imports.ts'
import { pathOf } from '../../routes.ts'
import { reportWords } from '../../words/catalog/report-words.ts'

/** An import that continues while the list is shown, and its result. */
export function OngoingImport({ accountId }: { readonly accountId: string }) {
  const report = reportImportOf(accountId)
  const { work, imported, failure, overlap } = useSyncExternalStore(report.subscribe, report.getState)
  const client = useQueryClient()
  useEffect(() => {
    if (imported) void client.invalidateQueries({ queryKey: reportsKey(accountId) })
  }, [imported, client, accountId])
  const { ongoing } = reportWords
  const isStopped = failure !== undefined || overlap !== undefined
  const [tone, text] =
    work === 'importing'
      ? (['info', ongoing.importing] as const)
      : isStopped
        ? (['warn', ongoing.stopped] as const)
        : (['good', ongoing.imported] as const)
  if (work !== 'importing' && !isStopped && !imported) return null
  return (
    <Notice tone={tone}>
      <p>
        {text} <Link href={pathOf('newReport', { accountId })}>{imported ? ongoing.open : ongoing.back}</Link>
      </p>
    </Notice>
  )
}
