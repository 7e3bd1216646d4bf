import type { TableImport } from '@spindle/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { isMoving, useImport } from '../../data/queries/import-queries.ts'
import { FactList } from '../../parts/layout/fact-list.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { OutcomeLink } from '../../parts/lists/outcome-list.tsx'
import { ProblemList } from '../../parts/lists/problem-list.tsx'
import { pathOf } from '../../routes.ts'
import { importWords as texts } from '../../words/catalog/import-words.ts'
import { formatInstant, formatNumber } from '../../words/words.ts'
import { ImportActions } from './import-actions.tsx'
import { ImportChip } from './import-chips.tsx'
import { MissingFiles } from './missing-files.tsx'
import { Outcomes } from './outcomes.tsx'

export interface ImportPageProps {
  readonly membership: Membership
  readonly tableImportId: string
}

/** One import or check of a table: its progress, its releases, and the files they wait for. */
export function ImportPage({ membership: { accountId, role }, tableImportId }: ImportPageProps) {
  const table = useImport(accountId, tableImportId)
  const mayChange = role !== 'viewer'
  return (
    <Page
      title={table.data?.filename ?? texts.title}
      actions={mayChange && table.data && <ImportActions accountId={accountId} table={table.data} />}
    >
      <p className="small">
        <Link href={pathOf('imports', { accountId })}>{texts.back}</Link>
      </p>
      {table.error && <FailureNotice error={table.error} onRetry={() => void table.refetch()} />}
      {table.isPending && <Skeleton rows={6} />}
      {table.data && (
        <>
          <State accountId={accountId} table={table.data} />
          {mayChange && <MissingFiles accountId={accountId} table={table.data} />}
          {table.data.status !== 'refused' && <Outcomes accountId={accountId} table={table.data} />}
        </>
      )}
    </Page>
  )
}

function State({ accountId, table }: { readonly accountId: string; readonly table: TableImport }) {
  const { status, dryRun, releases, outcomes, problems } = table
  const done = releases - outcomes.waiting
  return (
    <>
      <p className="row">
        <ImportChip status={status} />
        {dryRun && <span className="small soft">{texts.checked}</span>}
      </p>
      {isMoving(table) && (
        <div className="stack tight">
          <progress
            aria-label={texts.progressLabel}
            value={releases === 0 ? undefined : done}
            max={Math.max(1, releases)}
          />
          {releases > 0 && <p className="small soft figures">{texts.progress(done, releases)}</p>}
        </div>
      )}
      {status === 'refused' ? (
        <Notice tone="danger">
          <p>
            <strong>{texts.refused}</strong>
          </p>
          <ProblemList problems={problems} />
        </Notice>
      ) : (
        <FactList className="facts" facts={factsOf(table, pathOf('import', { accountId, tableImportId: table.id }))} />
      )}
    </>
  )
}

function factsOf(table: TableImport, page: string): readonly (readonly [string, ReactNode])[] {
  const { rows, releases, ready, missingFiles, ignoredColumns, createdAt, outcomes } = table
  const { facts } = texts
  const counted = (['created', 'updated', 'unchanged', 'refused', 'undone'] as const).filter(
    (name) => outcomes[name] > 0,
  )
  const counts = (name: string, count: number, outcome?: string) =>
    [name, <OutcomeLink key={name} page={page} outcome={outcome} releases={count} name={name} />] as const
  return [
    [facts.rows, formatNumber(rows)],
    counts(facts.releases, releases),
    ...counted.map((name) => counts(texts.outcomes[name], outcomes[name], name)),
    counts(facts.ready, ready, 'ready'),
    ...(missingFiles > 0 ? ([[facts.missing, formatNumber(missingFiles)]] as const) : []),
    ...(ignoredColumns.length > 0 ? ([[facts.ignored, ignoredColumns.join(', ')]] as const) : []),
    [facts.started, formatInstant(createdAt)],
  ]
}
