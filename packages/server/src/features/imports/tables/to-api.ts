import type { TableImport, TableImportRelease } from '@spindle/contract'
import type { ReleaseRow } from './release-rows-queries.ts'
import type { CountedTableImport } from './table-queries.ts'

const none = { waiting: 0, created: 0, updated: 0, unchanged: 0, refused: 0, undone: 0 }

export function toTableImport(
  row: CountedTableImport,
  quota?: { readonly limit: number; readonly used: number },
): TableImport {
  const outcomes = { ...none, ...row.outcomes }
  return {
    id: row.id as TableImport['id'],
    status: row.status,
    dryRun: row.dryRun,
    filename: row.filename,
    preset: row.preset,
    mappingName: row.mappingName,
    sha256: row.sha256,
    rows: row.rows,
    releases: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    tracks: row.trackCount,
    releaseQuota: quota === undefined ? null : { ...quota, suffices: outcomes.created <= quota.limit - quota.used },
    outcomes,
    ready: row.ready,
    missingFiles: row.missing,
    columns: row.columns.map(([column, field]) => ({ column: column.slice(0, 500), field })),
    suggestedMapping: row.suggested,
    ignoredColumns: row.ignored.map((name) => name.slice(0, 500)),
    problems: [...row.problems],
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

export const toImportedRelease = (row: ReleaseRow): TableImportRelease => ({
  position: row.position,
  key: row.key,
  line: row.line,
  rows: row.rowCount,
  title: row.title,
  outcome: row.outcome,
  releaseId: row.releaseId as TableImportRelease['releaseId'],
  problems: [...row.problems],
  missingFiles: [...row.missing],
})
