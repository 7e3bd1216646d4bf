import { useState } from 'react'
import type { Membership } from '../../data/api/session-api.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { words } from '../../words/words.ts'
import type { Item } from './catalog-items.tsx'
import { csvAddress } from './csv-address.ts'
import { SubmitDialog } from './submit-dialog.tsx'
import { TakedownDialog } from './takedown-dialog.tsx'
import type { Selection } from './use-selection.ts'
import { asIds, useStartJob } from './use-start-job.ts'

export interface SelectionBarProps {
  readonly membership: Membership
  readonly selection: Selection
  /** Those of the selection that are loaded. */
  readonly items: readonly Item[]
}

/** What can be done with all releases that are chosen: each action is one job. */
export function SelectionBar({ membership: { accountId, role }, selection, items }: SelectionBarProps) {
  const [asked, setAsked] = useState<'submit' | 'takedown'>()
  const check = useStartJob(accountId)
  const { catalog } = words
  const { ids } = selection
  const close = (): void => setAsked(undefined)
  return (
    <section className="selection-bar" aria-label={catalog.selected(ids.length)}>
      <p role="status">{catalog.selected(ids.length)}</p>
      <a className="button plain" href={csvAddress(accountId, { ids: ids.join(',') })} download="catalog.csv">
        {catalog.csv}
      </a>
      {role !== 'viewer' && (
        <>
          <Button isBusy={check.isPending} onClick={() => check.mutate({ action: 'validate', ids: asIds(ids) })}>
            {catalog.check}
          </Button>
          <Button onClick={() => setAsked('submit')}>{catalog.submit.action}</Button>
          <Button onClick={() => setAsked('takedown')}>{catalog.takedown.action}</Button>
        </>
      )}
      <Button look="quiet" onClick={selection.clear}>
        {catalog.unselect}
      </Button>
      {check.error && <FailureNotice error={check.error} />}
      {asked === 'submit' && <SubmitDialog accountId={accountId} ids={ids} onClose={close} />}
      {asked === 'takedown' && <TakedownDialog accountId={accountId} items={items} onClose={close} />}
    </section>
  )
}
