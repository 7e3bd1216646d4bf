import type { Bulk, BulkRelease } from '@spindle/contract'
import type { BulkRow } from './bulk-queries.ts'
import type { OutcomeRow } from './outcome-queries.ts'

export const toBulk = ({ total, done, unchanged, refused, ...row }: BulkRow): Bulk => ({
  id: row.id as Bulk['id'],
  action: row.action,
  status: row.status,
  dryRun: row.dryRun,
  undoOf: row.undoOf as Bulk['undoOf'],
  counts: { total, waiting: total - done - unchanged - refused, done, unchanged, refused },
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})

type Name = Pick<BulkRelease, 'title' | 'displayArtist'>

export const toBulkRelease = (row: OutcomeRow, name: Name | undefined): BulkRelease => ({
  releaseId: row.releaseId as BulkRelease['releaseId'],
  title: name?.title ?? null,
  displayArtist: name?.displayArtist ?? null,
  outcome: row.outcome,
  revision: row.revision,
  code: row.code,
  message: row.detail,
  errors: (row.errors ?? []).map(({ pointer, code, detail, fix }) => ({
    pointer,
    code,
    message: detail,
    ...(fix !== undefined && { fix }),
  })),
  at: row.at?.toISOString() ?? null,
})
