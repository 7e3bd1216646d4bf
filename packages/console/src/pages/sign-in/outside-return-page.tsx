import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { sessionApi } from '../../data/api/session-api.ts'
import { type Failure, toFailure } from '../../data/failure.ts'
import { bringBack, forgetNext, readNext, useOutsideName } from '../../data/session/outside.ts'
import { ButtonLink } from '../../parts/layout/button.tsx'
import { FailureText } from '../../parts/layout/notice.tsx'
import { DoorPage } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { OutsideHere } from '../../parts/sign-in/outside-sign-in.tsx'
import { pageOfNext, routes } from '../../routes.ts'
import { words } from '../../words/words.ts'

/** Where the outside provider sends the browser back to: its answer is sent to the hub, and the window continues. */
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
    // The answer is valid once, and has no use in the history.
    history.replaceState(null, '', location.pathname)
  }, [])
  useEffect(() => {
    if (!back.data) return
    client.setQueryData(['session'], back.data)
    if (next === undefined) window.close()
    else navigate(pageOfNext(next), { replace: true })
  }, [back.data, client, navigate, next])

  const { outside } = words
  if (answer === '' || back.error)
    return <Failed next={next} failure={back.error ? toFailure(back.error) : undefined} />
  if (back.data && next === undefined) return <DoorPage title={outside.done} lead={outside.closeWindow} />
  return (
    <DoorPage title={outside.working}>
      <Skeleton rows={3} />
    </DoorPage>
  )
}

interface FailedProps {
  readonly next: string | undefined
  readonly failure: Failure | undefined
}

function Failed({ next, failure }: FailedProps) {
  const { outside } = words
  const provider = useOutsideName()
  if (next === undefined)
    return (
      <DoorPage title={outside.failed} lead={outside.startAgain}>
        {failure && <FailureText failure={failure} />}
      </DoorPage>
    )
  return (
    <DoorPage title={outside.failed}>
      {failure && <FailureText failure={failure} />}
      {provider !== undefined && failure?.code === 'identity_unknown' && (
        <OutsideHere look="plain" begin={beginAgain} next={next}>
          {outside.asSomebodyElse(provider)}
        </OutsideHere>
      )}
      <ButtonLink to={next === '' ? routes.signIn : pageOfNext(next)}>{outside.back}</ButtonLink>
    </DoorPage>
  )
}

/** The provider remembers who it was, and would send the same person back. */
const beginAgain = () => sessionApi.beginOutsideSignIn({ asksAgain: true })
