import type { TransferProgress } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { transferKey, transfersKey, useTransfer } from '../../data/queries/transfer-queries.ts'
import { DeleteButton } from '../../parts/dialogs/delete-button.tsx'
import { ButtonLink } from '../../parts/layout/button.tsx'
import { FactList } from '../../parts/layout/fact-list.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { ProblemList } from '../../parts/lists/problem-list.tsx'
import { pathOf } from '../../routes.ts'
import { transferWords as texts } from '../../words/catalog/transfer-words.ts'
import { formatNumber } from '../../words/words.ts'
import { Deadline } from './deadline.tsx'
import { EditTransfer } from './edit-transfer.tsx'
import { FilterLink } from './filter-link.tsx'
import { TakedownLetter } from './takedown-letter.tsx'
import { TransferChip } from './transfer-chips.tsx'
import { TransferReleases } from './transfer-releases.tsx'
import { TransferStores } from './transfer-stores.tsx'

export interface TransferPageProps {
  readonly membership: Membership
  readonly transferId: string
}

/** One transfer: what differs from the old distributor, and how far each store is. */
export function TransferPage({ membership: { accountId, role }, transferId }: TransferPageProps) {
  const { data: transfer, error, isPending, refetch } = useTransfer(accountId, transferId)
  const mayChange = role !== 'viewer'
  return (
    <Page
      title={transfer?.name ?? texts.title}
      actions={
        mayChange &&
        transfer && (
          <>
            <EditTransfer accountId={accountId} transfer={transfer} />
            <DeleteTransfer accountId={accountId} transferId={transferId} />
          </>
        )
      }
    >
      <p className="small">
        <Link href={pathOf('transfers', { accountId })}>{texts.back}</Link>
      </p>
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton rows={6} />}
      {transfer && (
        <>
          <State accountId={accountId} transfer={transfer} mayChange={mayChange} />
          {transfer.status === 'ready' && (
            <>
              <TransferStores accountId={accountId} transfer={transfer} mayChange={mayChange} />
              <TakedownLetter accountId={accountId} transfer={transfer} />
              <TransferReleases accountId={accountId} transfer={transfer} mayChange={mayChange} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

function DeleteTransfer({ accountId, transferId }: { readonly accountId: string; readonly transferId: string }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <DeleteButton
      action={texts.remove}
      title={texts.removeTitle}
      text={texts.removeText}
      onConfirm={async () => {
        await hubOf(accountId).transfers.delete(transferId)
        navigate(pathOf('transfers', { accountId }))
        client.removeQueries({ queryKey: transferKey(accountId, transferId) })
        void client.invalidateQueries({ queryKey: transfersKey(accountId) })
      }}
    />
  )
}

interface StateProps {
  readonly accountId: string
  readonly transfer: TransferProgress
  readonly mayChange: boolean
}

function State({ accountId, transfer, mayChange }: StateProps) {
  const { status, problems } = transfer
  return (
    <>
      <p className="row">
        <TransferChip status={status} />
        {status === 'waiting' && <span className="small soft">{texts.reading}</span>}
      </p>
      {status === 'refused' && (
        <Notice tone="danger">
          <p>
            <strong>{texts.refused}</strong>
          </p>
          <ProblemList problems={problems} />
          {mayChange && (
            <>
              <p>{texts.refusedNext}</p>
              <p className="notice-action">
                <ButtonLink to={pathOf('newTransfer', { accountId })}>{texts.make}</ButtonLink>
              </p>
            </>
          )}
        </Notice>
      )}
      <FactList className="facts" facts={factsOf(accountId, transfer)} />
    </>
  )
}

function factsOf(accountId: string, transfer: TransferProgress): readonly (readonly [string, ReactNode])[] {
  const { id, status, distributor, releases, tracks, comparison, ignoredColumns } = transfer
  const { facts } = texts
  const page = pathOf('transfer', { accountId, transferId: id })
  const compared = (name: string, count: number, severity?: string) =>
    [
      name,
      <FilterLink key={name} page={page} filter={severity ? { severity } : {}} releases={count} label={name} />,
    ] as const
  return [
    [facts.distributor, distributor],
    [facts.deadline, <Deadline key="deadline" transfer={transfer} />],
    ...(status === 'ready'
      ? [
          compared(facts.releases, releases),
          [facts.tracks, formatNumber(tracks)] as const,
          compared(facts.errors, comparison.errors, 'error'),
          compared(facts.warnings, comparison.warnings, 'warning'),
          compared(facts.equal, comparison.equal, 'none'),
        ]
      : []),
    ...(ignoredColumns.length > 0 ? ([[facts.ignored, ignoredColumns.join(', ')]] as const) : []),
  ]
}
