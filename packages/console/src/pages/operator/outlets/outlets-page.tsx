import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { type OutletEntry, operatorApi } from '../../../data/api/operator-api.ts'
import { operatorKey, useHubOutlets } from '../../../data/queries/operator-queries.ts'
import { Button, ButtonLink } from '../../../parts/layout/button.tsx'
import { EmptyState } from '../../../parts/layout/empty-state.tsx'
import { type ChipLook, MarkChip } from '../../../parts/layout/mark-chip.tsx'
import { FailureNotice, Notice } from '../../../parts/layout/notice.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { PagedList } from '../../../parts/lists/paged-list.tsx'
import { pathOf } from '../../../routes.ts'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { outletSetupWords } from '../../../words/operator/outlet-setup-words.ts'
import { outletWords as texts } from '../../../words/operator/outlet-words.ts'
import { formatAgo, formatInstant, formatNumber } from '../../../words/words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'
import { OutletFailures } from './outlet-failures.tsx'
import { OutletTest } from './outlet-test.tsx'

/** The outlets of the hub: the state of each, why deliveries failed, and what an operator does about it. */
export function OutletsPage() {
  const outlets = useHubOutlets()
  const [said, setSaid] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  return (
    <Page
      title={texts.title}
      actions={
        <ButtonLink to={pathOf('newOutlet')} look="primary">
          {outletSetupWords.add}
        </ButtonLink>
      }
    >
      <p className="soft">{texts.lead}</p>
      {said !== undefined && (
        <Notice tone="good" isAlert>
          <p>{said}</p>
        </Notice>
      )}
      <PagedList list={outlets} empty={<EmptyState title={texts.emptyTitle} text={texts.empty} />}>
        {(items) => (
          <>
            <OutletTable outlets={items} onDone={setSaid} onAsk={setAsked} />
            <OutletFailures outlets={items} onDone={setSaid} />
          </>
        )}
      </PagedList>
      {asked && <AskedDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

const looks: Readonly<Record<OutletEntry['state'], ChipLook>> = {
  active: ['●', 'good'],
  paused: ['◌', 'warn'],
  failing: ['✕', 'danger'],
}

/** What an operator is about to do with an outlet. */
interface Asked extends Pick<OutletEntry, 'id' | 'name'> {
  readonly what: 'pause' | 'test'
}

interface Acting {
  readonly onDone: (said: string) => void
  readonly onAsk: (asked: Asked) => void
}

interface OutletTableProps extends Acting {
  readonly outlets: readonly OutletEntry[]
}

function OutletTable({ outlets, ...acting }: OutletTableProps) {
  const { columns } = texts
  return (
    <table className="table outlet-table">
      <thead>
        <tr>
          <th scope="col">{columns.store}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col">{columns.waiting}</th>
          <th scope="col">{columns.last}</th>
          <th scope="col">{columns.unanswered}</th>
          <th scope="col">
            <span className="visually-hidden">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {outlets.map((outlet) => (
          <OutletRow key={outlet.id} outlet={outlet} {...acting} />
        ))}
      </tbody>
    </table>
  )
}

interface OutletRowProps extends Acting {
  readonly outlet: OutletEntry
}

function OutletRow({ outlet, ...acting }: OutletRowProps) {
  const { columns } = texts
  const { id, name, kind, ernVersion, isAdded, state, pausedReason, waiting, lastDeliveredAt, oldestUnansweredAt } =
    outlet
  const about = [operatorWords.system.outletKinds[kind] ?? kind, ernVersion !== null && texts.ern(ernVersion)]
  return (
    <tr>
      <th scope="row">
        <span className="release-text">
          {isAdded ? (
            <Link href={pathOf('outlet', { outletId: id })} aria-label={outletSetupWords.settingsOf(name)}>
              <bdi className="release-title">{name}</bdi>
            </Link>
          ) : (
            <bdi className="release-title">{name}</bdi>
          )}
          {name !== id && <span className="small mono soft regular">{id}</span>}
          <span className="small soft regular">{about.filter(Boolean).join(' · ')}</span>
          {pausedReason !== null && <bdi className="small soft regular">{pausedReason}</bdi>}
        </span>
      </th>
      <td data-label={columns.state}>
        <MarkChip look={looks[state]} text={texts.states[state]} />
      </td>
      <td className="figures" data-label={columns.waiting}>
        {formatNumber(waiting)}
      </td>
      <td data-label={columns.last}>
        <When at={lastDeliveredAt} never={operatorWords.never} />
      </td>
      <td data-label={columns.unanswered}>
        <When at={oldestUnansweredAt} never={texts.nothing} />
      </td>
      <td className="end">{isAdded && <OutletActions outlet={outlet} {...acting} />}</td>
    </tr>
  )
}

const When = ({ at, never }: { readonly at: string | null; readonly never: string }) =>
  at === null ? (
    <span className="soft">{never}</span>
  ) : (
    <time dateTime={at} title={formatInstant(at)}>
      {formatAgo(at)}
    </time>
  )

/** The dialogs are not in the table, whose cells would align their texts. */
function OutletActions({ outlet: { id, name, state }, onDone, onAsk }: OutletRowProps) {
  const client = useQueryClient()
  const resume = useMutation({
    mutationFn: () => operatorApi.resumeOutlet(id),
    onSuccess: () => {
      onDone(texts.resumed(name))
      return client.invalidateQueries({ queryKey: operatorKey })
    },
  })
  return (
    <>
      <span className="row tight">
        <Button aria-label={texts.testOf(name)} onClick={() => onAsk({ what: 'test', id, name })}>
          {texts.test}
        </Button>
        {state === 'paused' ? (
          <Button aria-label={texts.resumeOf(name)} isBusy={resume.isPending} onClick={() => resume.mutate()}>
            {texts.resume}
          </Button>
        ) : (
          <Button aria-label={texts.pauseOf(name)} onClick={() => onAsk({ what: 'pause', id, name })}>
            {texts.pause}
          </Button>
        )}
      </span>
      {resume.error && <FailureNotice error={resume.error} />}
    </>
  )
}

interface AskedDialogProps {
  readonly asked: Asked
  readonly onClose: () => void
}

const AskedDialog = ({ asked: { what, id, name }, onClose }: AskedDialogProps) =>
  what === 'test' ? (
    <OutletTest id={id} name={name} onClose={onClose} />
  ) : (
    <AskDialog
      title={texts.pauseTitle(name)}
      text={texts.pauseText}
      action={texts.pauseAction}
      work={() => operatorApi.pauseOutlet(id)}
      onDone={onClose}
      onClose={onClose}
    />
  )
