import type { Import, ImportListItem } from '@spindle/contract'
import type { ImportRow, ImportSummaryRow } from './import-queries.ts'
import { emptyReport, type Report } from './report.ts'

export const toListItem = (row: ImportSummaryRow): ImportListItem => ({
  id: row.id as Import['id'],
  status: row.status,
  releaseId: row.releaseId as Import['releaseId'],
  version: row.version,
  messageId: row.messageId,
  senderId: row.senderId,
  senderName: row.senderName,
  messageCreatedAt: row.messageCreatedAt?.toISOString() ?? null,
  sha256: row.sha256,
  drop: row.dropId === null || row.dropPath === null ? null : { id: row.dropId, path: row.dropPath },
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})

export function toImport(row: ImportRow): Import {
  const { refusal, files, notes } = { ...emptyReport, ...row.report }
  return { ...toListItem(row), refusal: refusal && toRefusal(refusal), files, notes }
}

const toRefusal = ({ code, detail, line }: NonNullable<Report['refusal']>): NonNullable<Import['refusal']> => ({
  code,
  message: detail,
  line,
})
