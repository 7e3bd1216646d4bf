import type { TransferProgress } from '@spindle/client'
import { transferStates } from '@spindle/contract/vocabulary'
import { useState } from 'react'
import { useMark } from '../../data/queries/transfer-queries.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { pathOf } from '../../routes.ts'
import { transferWords } from '../../words/catalog/transfer-words.ts'
import { FilterLink } from './filter-link.tsx'

const texts = transferWords.stores

type StoreProgress = TransferProgress['progress'][number]

/** The member that counts the releases in a state. */
const members = { not_sent: 'notSent', sent: 'sent', live: 'live', old_down: 'oldDown' } as const

export interface TransferStoresProps {
  readonly accountId: string
  readonly transfer: TransferProgress
  readonly mayChange: boolean
}

/** How many releases are how far at each store, and the marks of all that are live there. */
export function TransferStores({ accountId, transfer: { id, progress }, mayChange }: TransferStoresProps) {
  const [done, setDone] = useState('')
  const page = pathOf('transfer', { accountId, transferId: id })
  return (
    <section className="card stack" aria-labelledby="stores-title">
      <div className="list-head">
        <h2 id="stores-title">{texts.title}</h2>
        <p className="small" role="status">
          {done}
        </p>
      </div>
      {mayChange && <p className="soft">{texts.lead}</p>}
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{texts.store}</th>
            {transferStates.map((state) => (
              <th key={state} scope="col" className="end">
                {transferWords.states[state]}
              </th>
            ))}
            {mayChange && (
              <th scope="col">
                <span className="visually-hidden">{texts.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {progress.map((store) => (
            <tr key={store.outlet.id}>
              <th scope="row">
                <bdi>{store.outlet.name}</bdi>
              </th>
              {transferStates.map((state) => (
                <td key={state} className="end figures" data-label={transferWords.states[state]}>
                  <FilterLink
                    page={page}
                    filter={{ outlet: store.outlet.id, state }}
                    releases={store[members[state]]}
                    label={texts.labelOf(transferWords.states[state], store.outlet.name)}
                  />
                </td>
              ))}
              {mayChange && (
                <td className="end">
                  <StoreActions accountId={accountId} transferId={id} store={store} onDone={setDone} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface StoreActionsProps {
  readonly accountId: string
  readonly transferId: string
  readonly store: StoreProgress
  readonly onDone: (text: string) => void
}

function StoreActions({ accountId, transferId, store: { outlet, live, oldDown }, onDone }: StoreActionsProps) {
  const mark = useMark(accountId, transferId)
  const [asked, ask] = useState<'mark' | 'takeBack'>()
  const close = (): void => ask(undefined)
  return (
    <span className="row">
      {live > 0 && (
        <Button aria-label={texts.markAt(outlet.name)} onClick={() => ask('mark')}>
          {texts.mark}
        </Button>
      )}
      {oldDown > 0 && (
        <Button look="quiet" aria-label={texts.takeBackAt(outlet.name)} onClick={() => ask('takeBack')}>
          {texts.takeBack}
        </Button>
      )}
      {asked === 'mark' && (
        <ConfirmDialog
          title={texts.markTitle(outlet.name)}
          text={texts.markText(live)}
          action={texts.mark}
          onConfirm={async () => onDone(texts.marked((await mark({ outlet: outlet.id })).changed, outlet.name))}
          onClose={close}
        />
      )}
      {asked === 'takeBack' && (
        <ConfirmDialog
          title={texts.takeBackTitle(outlet.name)}
          text={texts.takeBackText(oldDown)}
          action={texts.takeBack}
          onConfirm={async () => {
            const { changed } = await mark({ outlet: outlet.id, oldIsDown: false })
            onDone(texts.tookBack(changed, outlet.name))
          }}
          onClose={close}
        />
      )}
    </span>
  )
}
