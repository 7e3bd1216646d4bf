import { listReports, type MetricValues } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { pageOf } from '../../http/page-of.ts'
import { route } from '../../http/route.ts'
import { countOwnReports, listOwnReports, type OwnReportRow } from './analytics-store.ts'

export function bindReports(http: Http): void {
  route(http, listReports, async ({ tenant, page: { limit, after, wantsTotal } }) => {
    const rows = await listOwnReports(tenant, { limit: limit + 1, after })
    const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
    const total = wantsTotal ? await countOwnReports(tenant) : undefined
    return { page: { data: data.map(toReport), next, total } }
  })
}

const toReport = ({ streams, downloads, revenue, importedAt, ...row }: OwnReportRow) => ({
  ...row,
  totals: reportedTotals({ streams, downloads, revenue }),
  importedAt: importedAt.toISOString(),
})

/** Only what was said: what no line says has no number, and not zero. */
const reportedTotals = ({
  streams,
  downloads,
  revenue,
}: Pick<OwnReportRow, 'streams' | 'downloads' | 'revenue'>): MetricValues => ({
  ...(streams === null ? {} : { streams }),
  ...(downloads === null ? {} : { downloads }),
  ...(revenue === null ? {} : { revenue: [...revenue] }),
})
