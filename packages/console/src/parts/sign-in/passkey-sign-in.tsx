import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Session, sessionApi } from '../../data/api/session-api.ts'
import { type Failure, toFailure } from '../../data/failure.ts'
import { choosePasskey, offerPasskeys } from '../../data/session/passkeys.ts'
import { words } from '../../words/words.ts'
import { Button } from '../layout/button.tsx'
import { FailureText } from '../layout/notice.tsx'

interface PasskeySignInProps {
  readonly onSignedIn: (session: Session) => void
}

/** Signs in with a passkey: by the button, or as the browser offers them in the mail field. */
export function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const offer = useRef<AbortController>(null)
  const signIn = async (credential: Promise<object>): Promise<void> => {
    setFailure(undefined)
    setBusy(true)
    try {
      onSignedIn(await sessionApi.signInByPasskey(await credential))
    } catch (caught) {
      setFailure(toFailure(caught))
    } finally {
      setBusy(false)
    }
  }
  const onOffered = useEffectEvent((credential: object) => void signIn(Promise.resolve(credential)))
  useEffect(() => {
    const controller = new AbortController()
    offer.current = controller
    // What the person did not request may fail silently: the button is there.
    offerPasskeys(controller.signal, onOffered).catch(() => {})
    return () => controller.abort()
  }, [])
  const ask = async (): Promise<object> => {
    // A browser answers one question at a time.
    offer.current?.abort()
    return choosePasskey(await sessionApi.beginPasskeySignIn())
  }
  return (
    <>
      {failure && <FailureText failure={failure} />}
      <Button look="primary" isBusy={isBusy} onClick={() => void signIn(ask())}>
        {words.signIn.passkey}
      </Button>
    </>
  )
}
