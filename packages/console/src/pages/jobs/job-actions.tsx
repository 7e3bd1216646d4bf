import type { Bulk } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import { bulkKey } from '../../data/queries/bulk-queries.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { pathOf } from '../../routes.ts'
import { bulkWords as texts } from '../../words/releases/bulk-words.ts'

export interface JobActionsProps {
  readonly accountId: string
  readonly job: Bulk
}

/** Only jobs that replace values can be undone. */
const canUndo = ({ action, dryRun, endedAt, counts }: Bulk): boolean =>
  (action === 'patch' || action === 'outlets') && !dryRun && endedAt !== null && counts.done > 0

export function JobActions({ accountId, job }: JobActionsProps) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<'cancel' | 'undo'>()
  const { bulk } = hubOf(accountId)
  const show = (changed: Bulk): void => void client.setQueryData(bulkKey(accountId, changed.id), changed)
  const change = useMutation({
    mutationFn: () => (job.status === 'paused' ? bulk.resume(job.id) : bulk.pause(job.id)),
    onSuccess: show,
  })
  const undo = async (): Promise<void> => {
    const made = await bulk.undo(job.id)
    show(made)
    navigate(pathOf('job', { accountId, bulkId: made.id }))
  }
  return (
    <div className="row">
      {job.endedAt === null && (
        <>
          <Button isBusy={change.isPending} onClick={() => change.mutate()}>
            {job.status === 'paused' ? texts.resume : texts.pause}
          </Button>
          <Button look="danger" onClick={() => setAsked('cancel')}>
            {texts.cancel}
          </Button>
        </>
      )}
      {canUndo(job) && <Button onClick={() => setAsked('undo')}>{texts.undo}</Button>}
      {change.error && <FailureNotice error={change.error} />}
      {asked && (
        <ConfirmDialog
          title={texts[`${asked}Title`]}
          text={texts[`${asked}Text`]}
          action={texts[asked]}
          onConfirm={asked === 'undo' ? undo : async () => show(await bulk.cancel(job.id))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
