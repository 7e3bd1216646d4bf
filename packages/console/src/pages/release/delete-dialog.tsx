import type { Release } from '@spindle/client'
import { useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { pathOf } from '../../routes.ts'
import { words } from '../../words/words.ts'

export interface DeleteDialogProps {
  readonly accountId: string
  readonly release: Release
  readonly onClose: () => void
}

/** Moves a draft to the trash, and leads there: that is where it can be restored. */
export function DeleteDialog({ accountId, release: { id, title, revision }, onClose }: DeleteDialogProps) {
  const [, navigate] = useLocation()
  const { actions: texts } = words.release
  return (
    <ConfirmDialog
      title={texts.deleteTitle(title)}
      text={texts.deleteText}
      action={texts.delete}
      onConfirm={async () => {
        // Changes that another person made since are not deleted unseen.
        await hubOf(accountId).releases.delete(id, { ifMatch: `"${revision}"` })
        navigate(pathOf('trash', { accountId }))
      }}
      onClose={onClose}
    />
  )
}
