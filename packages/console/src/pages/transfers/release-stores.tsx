import type { TransferRelease, TransferStore } from '@spindle/client'
import { useState } from 'react'
import { useMark } from '../../data/queries/transfer-queries.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { transferWords } from '../../words/catalog/transfer-words.ts'
import { formatInstant } from '../../words/words.ts'
import { MarkDialog } from './mark-dialog.tsx'
import { StateChip } from './transfer-chips.tsx'

const { list: texts, one, stores: actions } = transferWords

/** The stores of a release are folded if it has more of them. */
const shownStores = 3

export interface ReleaseStoresProps {
  readonly accountId: string
  readonly transferId: string
  readonly release: TransferRelease
  /** The store that the list is filtered by; undefined for all. */
  readonly outlet: string | undefined
  readonly mayChange: boolean
}

/** How far a release is at each store, and the mark of its old copy there. */
export function ReleaseStores({ outlet, release, ...props }: ReleaseStoresProps) {
  const stores = release.stores.filter((store) => outlet === undefined || store.outlet.id === outlet)
  return (
    <details open={stores.length <= shownStores}>
      <summary className="small">
        <span>{texts.atStores(stores.length)}</span>
      </summary>
      <ul className="rows">
        {stores.map((store) => (
          <StoreRow key={store.outlet.id} {...props} release={release} store={store} />
        ))}
      </ul>
    </details>
  )
}

interface StoreRowProps extends Omit<ReleaseStoresProps, 'outlet'> {
  readonly store: TransferStore
}

const StoreRow = ({ store, mayChange, ...props }: StoreRowProps) => (
  <li className="row">
    <span className="release-text grow">
      <span className="row tight">
        <bdi>{store.outlet.name}</bdi>
        <StateChip state={store.state} />
      </span>
      <StoreFacts store={store} />
    </span>
    {mayChange && <MarkButton {...props} store={store} />}
  </li>
)

function StoreFacts({ store: { state, liveAt, markedAt, markedBy, reason } }: { readonly store: TransferStore }) {
  if (state === 'old_down')
    return (
      <>
        {markedAt !== null && (
          <span className="small soft">
            <bdi>{texts.markedBy(formatInstant(markedAt), markedBy ?? '')}</bdi>
          </span>
        )}
        {reason !== null && (
          <span className="small soft">
            <bdi>{texts.reason(reason)}</bdi>
          </span>
        )}
      </>
    )
  return liveAt === null ? null : <span className="small soft">{texts.since(formatInstant(liveAt))}</span>
}

function MarkButton({ accountId, transferId, release, store }: Omit<StoreRowProps, 'mayChange'>) {
  const mark = useMark(accountId, transferId)
  const [isAsking, setAsking] = useState(false)
  const { outlet, state } = store
  const { upc } = release
  const name = release.title ?? upc
  const close = (): void => setAsking(false)
  if (state === 'old_down')
    return (
      <>
        <Button look="quiet" aria-label={one.takeBack(name, outlet.name)} onClick={() => setAsking(true)}>
          {actions.takeBack}
        </Button>
        {isAsking && (
          <ConfirmDialog
            title={one.takeBackTitle}
            text={one.takeBackText(outlet.name)}
            action={actions.takeBack}
            onConfirm={() => mark({ outlet: outlet.id, upcs: [upc], oldIsDown: false })}
            onClose={close}
          >
            <p>
              <bdi className="release-title">{name}</bdi>
            </p>
          </ConfirmDialog>
        )}
      </>
    )
  return (
    <>
      <Button look="quiet" aria-label={one.mark(name, outlet.name)} onClick={() => setAsking(true)}>
        {actions.mark}
      </Button>
      {isAsking && (
        <MarkDialog
          name={name}
          store={store}
          onMark={(reason) => mark({ outlet: outlet.id, upcs: [upc], ...(reason !== '' && { reason }) })}
          onClose={close}
        />
      )}
    </>
  )
}
