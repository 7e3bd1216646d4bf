import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { operatorKey } from '../../../data/queries/operator-queries.ts'
import { Dialog } from '../../../parts/dialogs/dialog.tsx'
import { Button } from '../../../parts/layout/button.tsx'
import { FailureNotice } from '../../../parts/layout/notice.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'

export interface AskDialogProps<T> {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly isDangerous?: boolean
  readonly children?: ReactNode
  /** False keeps the dialog as it is, with what is wrong shown in it. */
  readonly check?: () => boolean
  readonly work: () => Promise<T>
  readonly onDone: (result: T) => void
  readonly onClose: () => void
}

/** Asks before something is decided, does it, and reloads the data of the operator's pages. */
export function AskDialog<T>(props: AskDialogProps<T>) {
  const { title, text, action, isDangerous = false, children, check = () => true, work, onDone, onClose } = props
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: work,
    onSuccess: (result) => {
      void client.invalidateQueries({ queryKey: operatorKey })
      onDone(result)
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="soft">{text}</p>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!run.isPending && check()) run.mutate()
        }}
      >
        {children}
        {run.error && <FailureNotice error={run.error} />}
        <p className="row dialog-actions">
          <Button onClick={onClose}>{operatorWords.cancel}</Button>
          <Button type="submit" look={isDangerous ? 'danger' : 'primary'} isBusy={run.isPending}>
            {action}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
