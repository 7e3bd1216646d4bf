import { useState } from 'react'
import { type LeftForOutside, type Session, sessionApi } from '../../data/api/session-api.ts'
import { type Failure, toFailure } from '../../data/failure.ts'
import { leaveForOutside, useOutsideWindow } from '../../data/session/outside.ts'
import { words } from '../../words/words.ts'
import { Button, type ButtonProps } from '../layout/button.tsx'
import { FailureText } from '../layout/notice.tsx'

const begin = () => sessionApi.beginOutsideSignIn()

interface OutsideSignInProps {
  /** What people call the provider. */
  readonly name: string
  readonly look: NonNullable<ButtonProps['look']>
  /** The page at which this window continues; without it another window opens the provider, and this page stays. */
  readonly next: string | undefined
  readonly onSignedIn: (session: Session) => void
}

export const OutsideSignIn = ({ next, onSignedIn, ...rest }: OutsideSignInProps) =>
  next === undefined ? (
    <OutsideInWindow {...rest} begin={begin} onBack={() => void sessionApi.getSession().then(onSignedIn)}>
      {words.outside.signIn(rest.name)}
    </OutsideInWindow>
  ) : (
    <OutsideHere look={rest.look} begin={begin} next={next}>
      {words.outside.signIn(rest.name)}
    </OutsideHere>
  )

interface OutsideHereProps extends Pick<OutsideSignInProps, 'look'> {
  readonly begin: () => Promise<LeftForOutside>
  readonly next: string
  readonly children: string
}

/** A button by which this window goes to the provider. */
export function OutsideHere({ look, begin: beginHere, next, children }: OutsideHereProps) {
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const leave = async (): Promise<void> => {
    setFailure(undefined)
    setBusy(true)
    try {
      await leaveForOutside(beginHere, next)
    } catch (error) {
      setFailure(toFailure(error))
      setBusy(false)
    }
  }
  return (
    <>
      {failure && <FailureText failure={failure} />}
      <Button look={look} isBusy={isBusy} onClick={() => void leave()}>
        {children}
      </Button>
    </>
  )
}

interface OutsideInWindowProps extends Pick<OutsideSignInProps, 'name' | 'look'> {
  readonly begin: () => Promise<LeftForOutside>
  readonly onBack: () => void
  readonly children: string
}

/** A button that opens the provider in a separate window, and waits for it. */
export function OutsideInWindow({ name, look, begin: beginHere, onBack, children }: OutsideInWindowProps) {
  const { open, isBusy, isWaiting, failure } = useOutsideWindow(beginHere, onBack)
  return (
    <div className="stack tight">
      {failure && <FailureText failure={failure} />}
      <Button look={look} isBusy={isBusy} onClick={open}>
        {children}
      </Button>
      <p role="status" className="small soft">
        {isWaiting && words.outside.waiting(name)}
      </p>
    </div>
  )
}
