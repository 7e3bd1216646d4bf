import type { Membership } from '../../data/api/session-api.ts'
import { ImportPage } from './import-page.tsx'
import { ReportPage } from './report-page.tsx'
import { ReportsPage } from './reports-page.tsx'

export interface ReportPagesProps {
  readonly membership: Membership
  readonly reportId: string | undefined
}

/** All reports of stores about an account, a new one, or one of them. */
export function ReportPages({ membership, reportId }: ReportPagesProps) {
  if (reportId === undefined) return <ReportsPage membership={membership} />
  if (reportId === 'new') return <ImportPage membership={membership} />
  return <ReportPage key={reportId} membership={membership} reportId={reportId} />
}
