import {
  AppError,
  createReport,
  getReport,
  type ImportedReport,
  listReports,
  listSetAsideLines,
  listWaitingRecordings,
  previewReport,
  type StoreReport,
  undoReport,
} from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { pageOf } from '../../http/responses/page-of.ts'
import { route } from '../../http/routing/route.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import type { OwnReports } from './own-reports.ts'
import {
  countOwnReports,
  countWaitingRows,
  findOwnReport,
  listOwnReports,
  listWaitingRows,
} from './own-reports-queries.ts'
import { reportBodyRules } from './report-errors.ts'
import { listSetAsideRows } from './set-aside-queries.ts'
import { toReport, toSetAside, toWaiting } from './to-api.ts'

export function bindReports(http: Http, own: OwnReports): void {
  route(http, listReports, async ({ tenant, page: { limit, after, wantsTotal } }) => {
    const rows = await listOwnReports(tenant, { limit: limit + 1, after })
    const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
    const total = wantsTotal ? await countOwnReports(tenant) : undefined
    return { page: { data: data.map(toReport), next, total } }
  })
  const options = { bodyRules: reportBodyRules }
  route(
    http,
    createReport,
    async ({ trx, body }) => {
      const { id, isNew } = await own.create(trx, body)
      const location = `${http.config.publicUrl}${createReport.path}/${id}`
      return { status: isNew ? 201 : 200, body: await readImported(trx, id), location }
    },
    options,
  )
  route(http, previewReport, async ({ trx, body }) => ({ body: await own.preview(trx, body) }), options)
  route(http, getReport, async ({ tenant, params }) => ({ body: await readReport(tenant, params.reportId) }))
  route(http, listWaitingRecordings, async ({ tenant, params: { reportId }, page: { limit, after, wantsTotal } }) => {
    await readReport(tenant, reportId)
    const rows = await listWaitingRows(tenant, reportId, { limit: limit + 1, after: parseCodes(after) })
    const { data, next } = pageOf(rows, { limit }, ({ isrc, gtin14 }) => `${isrc} ${gtin14}`)
    const total = wantsTotal ? await countWaitingRows(tenant, reportId) : undefined
    return { page: { data: data.map(toWaiting), next, total } }
  })
  route(http, listSetAsideLines, async ({ tenant, params: { reportId }, page: { limit, after, wantsTotal } }) => {
    const { setAsideLines } = await readReport(tenant, reportId)
    const rows = await listSetAsideRows(tenant, reportId, { limit: limit + 1, after: Number(after ?? 0) })
    const { data, next } = pageOf(rows, { limit }, ({ line }) => String(line))
    return { page: { data: data.map(toSetAside), next, total: wantsTotal ? setAsideLines : undefined } }
  })
  route(http, undoReport, async ({ trx, params: { reportId } }) => {
    const { actor } = await readReport(trx, reportId)
    if (actor.type === 'operator')
      throw new AppError('state_conflict', {
        detail: 'The hub operator imported this report. Only the operator can undo it.',
      })
    await own.undo(trx, reportId)
    return { body: await readReport(trx, reportId) }
  })
}

async function readReport(tenant: Tenant, id: string): Promise<StoreReport> {
  const row = await findOwnReport(tenant, id)
  if (!row) throw new AppError('report_not_found')
  return toReport(row)
}

const maxSetAsideShown = 20

async function readImported(tenant: Tenant, id: string): Promise<ImportedReport> {
  const rows = await listSetAsideRows(tenant, id, { limit: maxSetAsideShown })
  return { ...(await readReport(tenant, id)), setAside: rows.map(toSetAside) }
}

function parseCodes(after: string | undefined): readonly [isrc: string, gtin14: string] | undefined {
  if (after === undefined) return undefined
  const [isrc = '', gtin14 = ''] = after.split(' ')
  return [isrc, gtin14]
}
