import type { Import, ImportListItem } from '@spindle/contract'
import { emptyReport } from './report.ts'
import type { ImportRow, ImportSummaryRow } from './store.ts'

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

export const toImport = (row: ImportRow): Import => ({ ...toListItem(row), ...emptyReport, ...row.report })
