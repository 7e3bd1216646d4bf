import type { ReleaseStatus } from '@spindle/client'
import { useState } from 'react'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { findMissing } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { selectionWords } from '../../words/releases/selection-words.ts'
import { words } from '../../words/words.ts'
import type { Item } from './catalog-items.tsx'
import { type ChosenReleases, chooseIds } from './chosen-releases.ts'
import { useStartJob } from './use-start-job.ts'

/** Where outlets have it, or are being given it; the hub decides again. */
const canComeDown: ReadonlySet<ReleaseStatus> = new Set([
  'approved',
  'delivering',
  'scheduled',
  'delivery_failed',
  'live',
])

export interface TakedownDialogProps {
  readonly accountId: string
  readonly items: readonly Item[]
  /** All that match, of which `items` are only those that are loaded. */
  readonly matching: ChosenReleases | undefined
  readonly onClose: () => void
}

/** Takes the chosen releases down as one job. */
export function TakedownDialog({ accountId, items, matching, onClose }: TakedownDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { takedown } = selectionWords
  const affected = matching ?? chooseIds(items.filter(({ status }) => canComeDown.has(status)).map(({ id }) => id))
  const start = useStartJob(accountId)
  const skipped = matching === undefined ? items.length - affected.count : 0
  return (
    <Dialog title={takedown.title(affected.count)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          const missing = findMissing(reason, takedown.reason)
          setProblem(missing)
          if (missing !== undefined || start.isPending || affected.count === 0) return
          start.mutate({
            action: 'takedown',
            ...affected.target,
            takedown: { reason: reason.trim() },
            expectedCount: affected.count,
          })
        }}
      >
        <p>{affected.count === 0 ? takedown.nothing : takedown.text}</p>
        {skipped > 0 && affected.count > 0 && <p className="small soft">{takedown.skipped(skipped)}</p>}
        {matching && <p className="small soft">{selectionWords.notOut}</p>}
        {affected.count > 0 && (
          <Field
            label={takedown.reason}
            value={reason}
            maxLength={500}
            problem={problem}
            required
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {start.error && <FailureNotice error={start.error} />}
        <p className="row dialog-actions">
          <Button onClick={onClose}>{words.release.actions.cancel}</Button>
          {affected.count > 0 && (
            <Button type="submit" look="danger" isBusy={start.isPending}>
              {takedown.action}
            </Button>
          )}
        </p>
      </form>
    </Dialog>
  )
}
