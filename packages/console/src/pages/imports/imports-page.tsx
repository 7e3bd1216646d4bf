import type { TableImport } from '@spindle/client'
import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { useImports } from '../../data/queries/import-queries.ts'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { OutcomeLink } from '../../parts/lists/outcome-list.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { importWords as texts } from '../../words/catalog/import-words.ts'
import { formatAgo, formatInstant } from '../../words/words.ts'
import { ImportChip } from './import-chips.tsx'
import { StartImport } from './start-import.tsx'

/** A way to import a table, and the imports of the last 30 days. */
export function ImportsPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const imports = useImports(accountId)
  return (
    <Page title={texts.title}>
      <p className="soft">{texts.lead}</p>
      <p className="soft">
        {texts.moving} <Link href={pathOf('transfers', { accountId })}>{texts.transfers}</Link>
      </p>
      {role === 'viewer' ? (
        <RoleNotice membership={membership} what={texts.viewer} />
      ) : (
        <StartImport accountId={accountId} />
      )}
      <PagedList list={imports} empty={<EmptyState title={texts.emptyTitle} text={texts.empty} />}>
        {(items) => <ImportTable accountId={accountId} items={items} />}
      </PagedList>
    </Page>
  )
}

interface ImportTableProps {
  readonly accountId: string
  readonly items: readonly TableImport[]
}

const ImportTable = ({ accountId, items }: ImportTableProps) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{texts.columns.table}</th>
        <th scope="col">{texts.columns.status}</th>
        <th scope="col">{texts.columns.releases}</th>
        <th scope="col">{texts.columns.when}</th>
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <tr key={item.id}>
          <th scope="row">
            <span className="release-text">
              <Link className="release-title" href={pathOf('import', { accountId, tableImportId: item.id })}>
                <bdi>{item.filename ?? texts.unnamed}</bdi>
              </Link>
              {item.dryRun && <span className="small soft regular">{texts.dryRun}</span>}
            </span>
          </th>
          <td data-label={texts.columns.status}>
            <ImportChip status={item.status} />
          </td>
          <td data-label={texts.columns.releases} className="figures">
            <OutcomeLink
              page={pathOf('import', { accountId, tableImportId: item.id })}
              releases={item.releases}
              name={texts.columns.releases}
            />
          </td>
          <td data-label={texts.columns.when}>
            <time dateTime={item.createdAt} title={formatInstant(item.createdAt)}>
              {formatAgo(item.createdAt)}
            </time>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
