import type { ReleaseStatus } from '@spindle/client'
import { useState } from 'react'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { findMissing } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { words } from '../../words/words.ts'
import type { Item } from './catalog-items.tsx'
import { asIds, useStartJob } from './use-start-job.ts'

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
  readonly onClose: () => void
}

/** Takes the chosen releases down as one job. */
export function TakedownDialog({ accountId, items, onClose }: TakedownDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { takedown } = words.catalog
  const affected = items.filter(({ status }) => canComeDown.has(status))
  const start = useStartJob(accountId)
  const skipped = items.length - affected.length
  return (
    <Dialog title={takedown.title(affected.length)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          const missing = findMissing(reason, takedown.reason)
          setProblem(missing)
          if (missing !== undefined || start.isPending || affected.length === 0) return
          start.mutate({
            action: 'takedown',
            ids: asIds(affected.map(({ id }) => id)),
            takedown: { reason: reason.trim() },
            expectedCount: affected.length,
          })
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
        {start.error && <FailureNotice error={start.error} />}
        <p className="row dialog-actions">
          <Button onClick={onClose}>{words.release.actions.cancel}</Button>
          {affected.length > 0 && (
            <Button type="submit" look="danger" isBusy={start.isPending}>
              {takedown.action}
            </Button>
          )}
        </p>
      </form>
    </Dialog>
  )
}
