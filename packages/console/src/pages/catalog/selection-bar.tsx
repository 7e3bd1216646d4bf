import { useState } from 'react'
import type { Membership } from '../../data/api/session-api.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { selectionWords as texts } from '../../words/releases/selection-words.ts'
import { words } from '../../words/words.ts'
import type { Item } from './catalog-items.tsx'
import { chooseIds, chooseMatching, maxChosen } from './chosen-releases.ts'
import { csvAddress } from './csv-address.ts'
import type { Filters } from './read-filters.ts'
import { SubmitDialog } from './submit-dialog.tsx'
import { TakedownDialog } from './takedown-dialog.tsx'
import type { Selection } from './use-selection.ts'
import { useStartJob } from './use-start-job.ts'

export interface SelectionBarProps {
  readonly membership: Membership
  readonly selection: Selection
  /** Those of the selection that are loaded. */
  readonly items: readonly Item[]
  /** Of the list, and how many releases match them. */
  readonly filters: Filters
  readonly total: number
}

/** What can be done with all releases that are chosen: each action is one job. */
export function SelectionBar({ membership, selection, items, filters, total }: SelectionBarProps) {
  const { accountId, role } = membership
  const [asked, setAsked] = useState<'submit' | 'takedown'>()
  const check = useStartJob(accountId)
  const { catalog } = words
  const { ids } = selection
  // Another choice, or other filters, end the choice of all.
  const now = JSON.stringify([ids, filters])
  const [allOf, setAllOf] = useState<string>()
  const matching = allOf === now ? chooseMatching(filters, total) : undefined
  const chosen = matching ?? chooseIds(ids)
  const title = matching ? texts.matching(total) : texts.selected(ids.length)
  const csv = csvAddress(accountId, matching ? filters : { ids: ids.join(',') })
  const close = (): void => setAsked(undefined)
  return (
    <section className="selection-bar" aria-label={title}>
      <p role="status">{title}</p>
      {!matching && total > ids.length && total <= maxChosen && (
        <Button look="quiet" onClick={() => setAllOf(now)}>
          {texts.selectMatching(total)}
        </Button>
      )}
      <a className="button plain" href={csv} download="catalog.csv">
        {catalog.csv}
      </a>
      {role !== 'viewer' && (
        <>
          <Button isBusy={check.isPending} onClick={() => check.mutate({ action: 'validate', ...chosen.target })}>
            {texts.check}
          </Button>
          <Button onClick={() => setAsked('submit')}>{texts.submit.action}</Button>
          <Button onClick={() => setAsked('takedown')}>{texts.takedown.action}</Button>
        </>
      )}
      <Button look="quiet" onClick={selection.clear}>
        {texts.unselect}
      </Button>
      {check.error && <FailureNotice error={check.error} />}
      {asked === 'submit' && <SubmitDialog accountId={accountId} chosen={chosen} onClose={close} />}
      {asked === 'takedown' && (
        <TakedownDialog accountId={accountId} items={items} matching={matching} onClose={close} />
      )}
    </section>
  )
}
