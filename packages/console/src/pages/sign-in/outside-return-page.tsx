import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { toFailure } from '../../data/failure.ts'
import { bringBack, forgetNext, readNext } from '../../data/outside.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { FailureText } from '../../parts/notice.tsx'
import { DoorPage } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { pageOfNext, routes } from '../../routes.ts'
import { words } from '../../words/words.ts'

/** Where the outside provider sends the browser back to: what it answered goes to the hub, and the window goes on. */
export function OutsideReturnPage() {
  const [answer] = useState(() => location.search.slice(1))
  const [next] = useState(readNext)
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const back = useQuery({
    queryKey: ['outside', answer],
    queryFn: () => bringBack(answer),
    enabled: answer !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    forgetNext()
    // The answer counts once, and nobody needs it in the history.
    history.replaceState(null, '', location.pathname)
  }, [])
  useEffect(() => {
    if (!back.data) return
    client.setQueryData(['session'], back.data)
    if (next === undefined) window.close()
    else navigate(pageOfNext(next), { replace: true })
  }, [back.data, client, navigate, next])

  const { outside } = words
  if (answer === '') return <Failed next={next} />
  if (back.error)
    return (
      <Failed next={next}>
        <FailureText failure={toFailure(back.error)} />
      </Failed>
    )
  if (back.data && next === undefined) return <DoorPage title={outside.done} lead={outside.closeWindow} />
  return (
    <DoorPage title={outside.working}>
      <Skeleton rows={3} />
    </DoorPage>
  )
}

function Failed({ next, children }: { readonly next: string | undefined; readonly children?: ReactNode }) {
  const { outside } = words
  return (
    <DoorPage title={outside.failed} {...(next === undefined && { lead: outside.startAgain })}>
      {children}
      {next !== undefined && (
        <ButtonLink to={next === '' ? routes.signIn : pageOfNext(next)}>{outside.back}</ButtonLink>
      )}
    </DoorPage>
  )
}
