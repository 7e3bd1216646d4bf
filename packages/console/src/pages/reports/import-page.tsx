import '../../style/files.css'
import './reports.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { reportKey, reportsKey } from '../../data/queries/report-queries.ts'
import { Page } from '../../parts/layout/page.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { reportImportOf } from '../../reports/report-imports.ts'
import { pathOf } from '../../routes.ts'
import { reportWords } from '../../words/catalog/report-words.ts'
import { findProblems } from './find-problems.ts'
import { ImportStep } from './import-step.tsx'
import { ReadingStep } from './reading-step.tsx'
import { ReportFiles } from './report-files.tsx'

const texts = reportWords.importing

/** A report during its import: its files, how they are read, and the numbers they would add. */
export function ImportPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  return (
    <Page title={texts.title}>
      <p className="small">
        <Link href={pathOf('reports', { accountId })}>{reportWords.back}</Link>
      </p>
      {role === 'viewer' ? (
        <RoleNotice membership={membership} what={texts.viewer} />
      ) : (
        <OpenImport accountId={accountId} />
      )}
    </Page>
  )
}

function OpenImport({ accountId }: { readonly accountId: string }) {
  const report = reportImportOf(accountId)
  const state = useSyncExternalStore(report.subscribe, report.getState)
  const [isChecked, setChecked] = useState(false)
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { imported } = state
  useEffect(() => {
    if (!imported) return
    report.forgetImported()
    void client.invalidateQueries({ queryKey: reportsKey(accountId) })
    const { report: counted, isKnown } = imported
    client.setQueryData(reportKey(accountId, counted.id), counted)
    navigate(pathOf('report', { accountId, reportId: counted.id }), { state: { isKnown } })
  }, [imported, report, client, accountId, navigate])
  const problems = isChecked ? findProblems(state) : {}
  return (
    <>
      <p className="soft">{texts.lead}</p>
      <ReportFiles report={report} state={state} problem={problems.files} />
      <ReadingStep accountId={accountId} report={report} state={state} problems={problems} />
      <ImportStep accountId={accountId} report={report} state={state} onCheck={() => setChecked(true)} />
    </>
  )
}
