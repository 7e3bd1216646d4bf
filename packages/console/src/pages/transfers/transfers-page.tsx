import type { Transfer } from '@spindle/client'
import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { useTransfers } from '../../data/queries/transfer-queries.ts'
import { ButtonLink } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { transferWords as texts } from '../../words/catalog/transfer-words.ts'
import { Deadline } from './deadline.tsx'
import { TransferChip } from './transfer-chips.tsx'

/** The transfers of an account from other distributors, newest first. */
export function TransfersPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const transfers = useTransfers(accountId)
  const make = role !== 'viewer' && (
    <ButtonLink look="primary" to={pathOf('newTransfer', { accountId })}>
      {texts.make}
    </ButtonLink>
  )
  return (
    <Page title={texts.title} actions={make}>
      <p className="small">
        <Link href={pathOf('imports', { accountId })}>{texts.imports}</Link>
      </p>
      <p className="soft">{texts.lead}</p>
      {role === 'viewer' && <RoleNotice membership={membership} what={texts.viewer} />}
      <PagedList list={transfers} empty={<EmptyState title={texts.emptyTitle} text={texts.empty} />}>
        {(items) => <TransferTable accountId={accountId} items={items} />}
      </PagedList>
    </Page>
  )
}

interface TransferTableProps {
  readonly accountId: string
  readonly items: readonly Transfer[]
}

const TransferTable = ({ accountId, items }: TransferTableProps) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{texts.columns.name}</th>
        <th scope="col">{texts.columns.distributor}</th>
        <th scope="col">{texts.columns.deadline}</th>
        <th scope="col">{texts.columns.status}</th>
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <tr key={item.id}>
          <th scope="row">
            <Link className="release-title" href={pathOf('transfer', { accountId, transferId: item.id })}>
              <bdi>{item.name}</bdi>
            </Link>
          </th>
          <td data-label={texts.columns.distributor}>
            <bdi>{item.distributor}</bdi>
          </td>
          <td data-label={texts.columns.deadline}>
            <Deadline transfer={item} />
          </td>
          <td data-label={texts.columns.status}>
            <TransferChip status={item.status} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
