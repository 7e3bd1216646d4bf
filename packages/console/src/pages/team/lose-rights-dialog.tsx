import { useState } from 'react'
import { useMemberAccess } from '../../data/api/team-api.ts'
import { AccessChoiceField, AccessList, hasChoice } from '../../parts/access-list.tsx'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'

interface LoseRightsDialogProps {
  readonly accountId: string
  readonly userId: string
  readonly title: string
  readonly text: string
  readonly action: string
  readonly onConfirm: (endsAccess: boolean) => Promise<unknown>
  readonly onClose: () => void
}

/** Before a member is removed or may do less: what that member created, and whether it ends too. */
export function LoseRightsDialog({ accountId, userId, onConfirm, ...dialog }: LoseRightsDialogProps) {
  const access = useMemberAccess(accountId, userId)
  const [ends, setEnds] = useState(false)
  return (
    <ConfirmDialog {...dialog} onConfirm={() => onConfirm(ends)}>
      {access.isPending && <Skeleton rows={1} />}
      {access.error && <FailureNotice error={access.error} onRetry={() => void access.refetch()} />}
      {access.data && <AccessList access={access.data} />}
      {access.data && hasChoice(access.data) && <AccessChoiceField ends={ends} onChange={setEnds} />}
    </ConfirmDialog>
  )
}
