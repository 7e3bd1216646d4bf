import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { hubAddress } from '../../data/addresses.ts'
import { type Session, sessionApi } from '../../data/api/session-api.ts'
import { useHubFacts } from '../../data/queries/queries.ts'
import { useLinkToken } from '../../data/session/link-token.ts'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { DoorPage } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { SignInForm } from '../../parts/sign-in/sign-in-form.tsx'
import { pageOfNext } from '../../routes.ts'
import { words } from '../../words/words.ts'

/** Sign-in by password or by a link of the operator. */
export function SignInPage() {
  const hub = useHubFacts()
  const token = useLinkToken()
  const [search] = useSearchParams()
  const next = search.get('next') ?? ''
  const enter = useEnter(next)
  const { isDead, isWorking } = useSignInLink(token, enter)
  const { signIn } = words
  if (isWorking)
    return (
      <DoorPage title={signIn.linkWorking}>
        <Skeleton rows={3} />
      </DoorPage>
    )
  if (hub.data?.needsSetup) return <DoorPage title={signIn.needsSetupTitle} lead={signIn.needsSetup} />
  return (
    <DoorPage title={signIn.title(hub.data?.name ?? location.host)}>
      {isDead && (
        <Notice tone="warn" isAlert>
          <p>{signIn.linkDead}</p>
        </Notice>
      )}
      {hub.data?.isEncrypted === false && (
        <Notice tone="warn">
          <p>{words.unencrypted}</p>
        </Notice>
      )}
      {hub.error ? <FailureNotice error={hub.error} onRetry={() => void hub.refetch()} /> : null}
      <SignInForm next={next} onSignedIn={enter} />
      <div className="small soft stack tight">
        <p>{signIn.forgot}</p>
        <p>
          {signIn.noAccount} <a href={hubAddress('/contact')}>{signIn.askForAccess}</a>
        </p>
      </div>
    </DoorPage>
  )
}

/** Continues to the requested page, or to the start page. */
function useEnter(next: string): (session: Session) => void {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (session) => {
    client.setQueryData(['session'], session)
    navigate(pageOfNext(next), { replace: true })
  }
}

function useSignInLink(token: string, enter: (session: Session) => void) {
  const [state, setState] = useState<'none' | 'working' | 'dead'>(token === '' ? 'none' : 'working')
  // A link works once, and the effect of a page may run twice.
  useEffect(() => {
    if (token === '' || used.has(token)) return
    used.add(token)
    sessionApi.signInByLink(token).then(enter, () => setState('dead'))
  }, [token, enter])
  return { isDead: state === 'dead', isWorking: state === 'working' }
}

const used = new Set<string>()
