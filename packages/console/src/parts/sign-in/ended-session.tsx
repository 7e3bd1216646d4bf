import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Session } from '../../data/api/session-api.ts'
import { onSignedOut, tellSignedIn } from '../../data/session-events.ts'
import { words } from '../../words/words.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The session ended while a page was open: the page stays unchanged under the dialog, with what was typed. */
export function EndedSession({ email, userId }: { readonly email: string; readonly userId: string }) {
  const [hasEnded, setEnded] = useState(false)
  const client = useQueryClient()
  useEffect(() => onSignedOut(() => setEnded(true)), [])
  if (!hasEnded) return null
  const goOn = (session: Session): void => {
    // The next person must not see what the previous one had open.
    if (session.user.id !== userId) client.clear()
    client.setQueryData(['session'], session)
    setEnded(false)
    tellSignedIn(session.user.id === userId)
    void client.invalidateQueries()
  }
  return (
    <Dialog title={words.signIn.again}>
      <p className="soft">{words.signIn.againLead}</p>
      <SignInForm email={email} onSignedIn={goOn} />
    </Dialog>
  )
}
