import type { ReleaseStatus } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { findMissing } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { words } from '../../words/words.ts'
import type { Item } from './catalog-items.tsx'
import { csvAddress } from './csv-address.ts'
import type { Selection } from './use-selection.ts'

export interface SelectionBarProps {
  readonly membership: Membership
  readonly selection: Selection
  /** Those of the selection that are loaded. */
  readonly items: readonly Item[]
}

/** What can be done with all releases that are chosen. */
export function SelectionBar({ membership: { accountId, role }, selection, items }: SelectionBarProps) {
  const [isAsking, setAsking] = useState(false)
  const { catalog } = words
  return (
    <section className="selection-bar" aria-label={catalog.selected(selection.ids.length)}>
      <p role="status">{catalog.selected(selection.ids.length)}</p>
      <a className="button plain" href={csvAddress(accountId, { ids: selection.ids.join(',') })} download="catalog.csv">
        {catalog.csv}
      </a>
      {role !== 'viewer' && <Button onClick={() => setAsking(true)}>{catalog.takedown.action}</Button>}
      <Button look="quiet" onClick={selection.clear}>
        {catalog.unselect}
      </Button>
      {isAsking && (
        <TakedownDialog
          accountId={accountId}
          items={items}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            selection.clear()
          }}
        />
      )}
    </section>
  )
}

/** Where outlets have it, or are being given it; the hub decides again. */
const canComeDown: ReadonlySet<ReleaseStatus> = new Set([
  'approved',
  'delivering',
  'scheduled',
  'delivery_failed',
  'live',
])

interface TakedownDialogProps {
  readonly accountId: string
  readonly items: readonly Item[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** One after the other, and it stops at the first that fails: the result so far is shown, and it can be repeated. */
function TakedownDialog({ accountId, items, onClose, onDone }: TakedownDialogProps) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const { takedown } = words.catalog
  const affected = items.filter(({ status }) => canComeDown.has(status))
  const left = affected.filter(({ id }) => !done.has(id))
  const take = useMutation({
    mutationFn: async () => {
      for (const { id } of left) {
        await hubOf(accountId).releases.takedown(id, { reason: reason.trim() })
        setDone((before) => new Set([...before, id]))
      }
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['catalog', accountId] }),
  })
  const skipped = items.length - affected.length
  return (
    <Dialog title={takedown.title(affected.length)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          const missing = findMissing(reason, takedown.reason)
          setProblem(missing)
          if (missing === undefined && !take.isPending && left.length > 0) take.mutate()
        }}
      >
        <p>{affected.length === 0 ? takedown.nothing : takedown.text}</p>
        {skipped > 0 && affected.length > 0 && <p className="small soft">{takedown.skipped(skipped)}</p>}
        {affected.length > 0 && (
          <Field
            label={takedown.reason}
            value={reason}
            maxLength={500}
            problem={problem}
            required
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {take.isPending && <p role="status">{takedown.doing(done.size, affected.length)}</p>}
        {take.error && (
          <>
            <p>{takedown.failed(left[0]?.title ?? '')}</p>
            <FailureNotice error={take.error} />
          </>
        )}
        <p className="row dialog-actions">
          <Button onClick={onClose}>{words.release.actions.cancel}</Button>
          {affected.length > 0 && (
            <Button type="submit" look="danger" isBusy={take.isPending}>
              {takedown.action}
            </Button>
          )}
        </p>
      </form>
    </Dialog>
  )
}
