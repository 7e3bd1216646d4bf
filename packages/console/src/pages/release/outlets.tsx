import type { Delivery, Release } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { releaseKey } from '../../data/queries/queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { lazyPage } from '../../parts/layout/lazy-page.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { formatAgo, formatGoLive, words } from '../../words/words.ts'

/** With its texts, it is needed once it is opened. */
const StoreMessage = lazyPage(() => import('./store-message.tsx').then((dialog) => dialog.StoreMessage), { rows: 1 })

export interface OutletsProps {
  readonly membership: Membership
  readonly release: Release
}

/** Its status at each outlet, and why it failed where it did. */
export function Outlets({ membership, release }: OutletsProps) {
  const { outlets } = words.release
  return (
    <section className="card stack tight" aria-labelledby="outlets-title">
      <h2 id="outlets-title">{outlets.title}</h2>
      {release.deliveries.length === 0 ? (
        <p className="soft">{outlets.none}</p>
      ) : (
        <ul className="rows">
          {release.deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} membership={membership} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  )
}

type Look = readonly [mark: string, tone: string]

const looks: Readonly<Record<Delivery['status'], Look>> = {
  queued: ['○', 'info'],
  packaging: ['◔', 'info'],
  sending: ['◑', 'info'],
  sent: ['◑', 'info'],
  acknowledged: ['◕', 'info'],
  ingested: ['◕', 'info'],
  live: ['●', 'good'],
  failed: ['▲', 'warn'],
  refused: ['✕', 'danger'],
  takedown_queued: ['◌', 'idle'],
  takedown_sent: ['◌', 'idle'],
  taken_down: ['◌', 'idle'],
}

function DeliveryRow({ membership, delivery }: { readonly membership: Membership; readonly delivery: Delivery }) {
  const { accountId, role } = membership
  const { outlets } = words.release
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => hubOf(accountId).releases.retryDelivery(delivery.releaseId, delivery.id),
    onSuccess: () => client.invalidateQueries({ queryKey: releaseKey(accountId, delivery.releaseId) }),
  })
  const [mark, tone] = looks[delivery.status]
  const mayRetry = role !== 'viewer' && (delivery.status === 'failed' || delivery.status === 'refused')
  const refused = delivery.tracks.filter(({ finding }) => finding !== null)
  return (
    <li className="stack tight">
      <div className="release-row">
        <span className="release-text">
          <bdi className="release-title">{delivery.outlet.name}</bdi>
          <span className="small soft">
            {[
              delivery.attempts > 1 && outlets.attempt(delivery.attempts),
              delivery.goesLive && outlets.goesLive(formatGoLive(delivery.goesLive)),
              isTriedAgain(delivery) && outlets.again(formatSoon(delivery.nextAttemptAt)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className={`chip ${tone}`}>
          <span aria-hidden="true">{mark}</span> {outlets.statuses[delivery.status]}
        </span>
      </div>
      {delivery.reason && <p className="small">{delivery.reason.message}</p>}
      {refused.map(({ trackId, finding }) => (
        <p key={trackId} className="small">
          {finding?.message} <span className="soft">{finding?.fix}</span>
        </p>
      ))}
      {isStore(delivery) && <MessageButton accountId={accountId} delivery={delivery} />}
      {mayRetry && (
        <p>
          <Button
            isBusy={retry.isPending}
            aria-label={outlets.retryOf(delivery.outlet.name)}
            onClick={() => retry.mutate()}
          >
            {outlets.retry}
          </Button>
        </p>
      )}
      {retry.error && <FailureNotice error={retry.error} />}
    </li>
  )
}

type TriedAgain = Delivery & { readonly nextAttemptAt: string }

/** Once it is sent, the time is that of the next look for the answer of the store. */
const isTriedAgain = (delivery: Delivery): delivery is TriedAgain =>
  delivery.nextAttemptAt !== null && !['sent', 'acknowledged', 'ingested', 'takedown_sent'].includes(delivery.status)

/** A time that has just passed is still to come: the hub is about to begin. */
const formatSoon = (instant: string): string => (Date.parse(instant) > Date.now() ? formatAgo(instant) : words.soon)

/** Stores get messages; properties and the sandbox do not. */
const isStore = ({ outlet: { kind } }: Delivery): boolean => kind !== 'property' && kind !== 'sandbox'

function MessageButton({ accountId, delivery }: { readonly accountId: string; readonly delivery: Delivery }) {
  const { outlets } = words.release
  const [isOpen, setOpen] = useState(false)
  const { outlet, releaseId } = delivery
  return (
    <>
      <p>
        <Button look="quiet" aria-label={outlets.messageOf(outlet.name)} onClick={() => setOpen(true)}>
          {outlets.message}
        </Button>
      </p>
      {isOpen && (
        <StoreMessage accountId={accountId} releaseId={releaseId} outlet={outlet} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
