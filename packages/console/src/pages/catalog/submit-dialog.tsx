import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { selectionWords } from '../../words/releases/selection-words.ts'
import { words } from '../../words/words.ts'
import type { ChosenReleases } from './chosen-releases.ts'
import { useStartJob } from './use-start-job.ts'

export interface SubmitDialogProps {
  readonly accountId: string
  readonly chosen: ChosenReleases
  readonly onClose: () => void
}

/** Submits the chosen releases as one job. */
export function SubmitDialog({ accountId, chosen, onClose }: SubmitDialogProps) {
  const start = useStartJob(accountId)
  const { submit } = selectionWords
  return (
    <Dialog title={submit.title(chosen.count)} onClose={onClose}>
      <p>{submit.text}</p>
      {start.error && <FailureNotice error={start.error} />}
      <p className="row dialog-actions">
        <Button onClick={onClose}>{words.release.actions.cancel}</Button>
        <Button
          look="primary"
          isBusy={start.isPending}
          onClick={() => start.mutate({ action: 'submit', ...chosen.target })}
        >
          {submit.action}
        </Button>
      </p>
    </Dialog>
  )
}
