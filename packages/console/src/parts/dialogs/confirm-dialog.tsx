import { type ReactNode, useState } from 'react'
import { type Failure, toFailure } from '../../data/failure.ts'
import { words } from '../../words/words.ts'
import { Button } from '../layout/button.tsx'
import { FailureText } from '../layout/notice.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly children?: ReactNode
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks once more before something is taken away. */
export function ConfirmDialog({ title, text, action, children, onConfirm, onClose }: ConfirmDialogProps) {
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="soft">{text}</p>
      {children}
      {failure && <FailureText failure={failure} />}
      <p className="row dialog-actions">
        <Button onClick={onClose}>{words.team.cancel}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </p>
    </Dialog>
  )
}
