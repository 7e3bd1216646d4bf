import { useState } from 'react'
import { Button } from '../layout/button.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

export type DeleteButtonProps = Omit<ConfirmDialogProps, 'children' | 'onClose'>

/** Deletes something after a question. */
export function DeleteButton({ action, ...question }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {action}
      </Button>
      {isAsking && <ConfirmDialog {...question} action={action} onClose={() => setAsking(false)} />}
    </>
  )
}
