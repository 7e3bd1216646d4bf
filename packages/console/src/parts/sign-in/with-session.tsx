import type { ReactNode } from 'react'
import type { Session } from '../../data/api/session-api.ts'
import { useSession } from '../../data/queries/queries.ts'
import { words } from '../../words/words.ts'
import { FailureNotice } from '../layout/notice.tsx'
import { DoorPage } from '../layout/page.tsx'
import { Skeleton } from '../layout/skeleton.tsx'

interface WithSessionProps {
  /** Shown to people who are not signed in. */
  readonly signedOut: ReactNode
  readonly children: (session: Session) => ReactNode
}

/** Shows its children once it is known who is signed in. */
export function WithSession({ signedOut, children }: WithSessionProps) {
  const session = useSession()
  if (session.error)
    return (
      <DoorPage title={words.product}>
        <FailureNotice error={session.error} onRetry={() => void session.refetch()} />
      </DoorPage>
    )
  if (session.data === undefined)
    return (
      <DoorPage title={words.loading}>
        <Skeleton rows={4} />
      </DoorPage>
    )
  return session.data === null ? signedOut : children(session.data)
}
