import { SpindleError } from '@spindle/client'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { sessionApi } from '../../data/api/session-api.ts'
import { type Failure, toFailure } from '../../data/failure.ts'
import { useSession } from '../../data/queries/queries.ts'
import { useOutsideName } from '../../data/session/outside.ts'
import { choosePasskey, useHasPasskeys, useHasPasswords } from '../../data/session/passkeys.ts'
import { words } from '../../words/words.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { findMissing, onlyProblems } from '../forms/check-fields.ts'
import { PasswordField } from '../forms/field.tsx'
import { FormProblems } from '../forms/form-problems.tsx'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../layout/button.tsx'
import { FailureText } from '../layout/notice.tsx'
import { OutsideInWindow } from './outside-sign-in.tsx'

/** A write that may need a confirmation; sent again with the same key, it still counts once. */
type Write<T> = (options: { readonly idempotencyKey: string }) => Promise<T>
type Confirmed = <T>(write: Write<T>) => Promise<T>

const Context = createContext<Confirmed>(() => Promise.reject(new Error('No ConfirmationProvider')))

/** Sends a write; if the hub requires a confirmation, asks the person for it and sends the same write again. */
export const useConfirmed = (): Confirmed => useContext(Context)

interface Question {
  readonly answer: (isConfirmed: boolean) => void
}

export function ConfirmationProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      setQuestion({
        answer: (isConfirmed) => {
          setQuestion(undefined)
          resolve(isConfirmed)
        },
      })
    })
  const confirmed: Confirmed = async (write) => {
    const idempotencyKey = makeKey()
    try {
      return await write({ idempotencyKey })
    } catch (error) {
      if (!(error instanceof SpindleError) || error.code !== 'confirmation_needed' || !(await ask())) throw error
      return write({ idempotencyKey })
    }
  }
  return (
    <Context value={confirmed}>
      {children}
      {question && <ConfirmationDialog onAnswer={question.answer} />}
    </Context>
  )
}

/** Not `randomUUID`, which pages without encryption do not have. */
const makeKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function ConfirmationDialog({ onAnswer }: { readonly onAnswer: (isConfirmed: boolean) => void }) {
  const { confirmation } = words
  const user = useSession().data?.user
  const hasPasskey = useHasPasskeys() && user !== undefined && user.passkeys > 0
  const hasPassword = useHasPasswords() && user?.hasPassword === true
  const outsideName = useOutsideName()
  const outside = user?.hasIdentity === true ? outsideName : undefined
  const hasOwn = hasPasskey || hasPassword
  return (
    <Dialog title={confirmation.title} onClose={() => onAnswer(false)}>
      <p className="soft">{confirmation.text}</p>
      {hasPasskey && <PasskeyProof onProved={() => onAnswer(true)} />}
      {hasPasskey && hasPassword && <p className="or small soft">{words.signIn.or}</p>}
      {hasPassword && <PasswordProof isMain={!hasPasskey} onProved={() => onAnswer(true)} />}
      {outside !== undefined && (
        <OutsideInWindow
          name={outside}
          look={hasOwn ? 'plain' : 'primary'}
          begin={sessionApi.beginOutsideConfirmation}
          onBack={() => onAnswer(true)}
        >
          {confirmation.outside(outside)}
        </OutsideInWindow>
      )}
      {user !== undefined && !hasOwn && outside === undefined && <p>{confirmation.noWay}</p>}
      <p className="row dialog-actions">
        <Button onClick={() => onAnswer(false)}>{confirmation.cancel}</Button>
      </p>
    </Dialog>
  )
}

interface ProofProps {
  readonly onProved: () => void
}

function PasskeyProof({ onProved }: ProofProps) {
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const prove = async (): Promise<void> => {
    setBusy(true)
    try {
      await sessionApi.confirmByPasskey(await choosePasskey(await sessionApi.beginPasskeyConfirmation()))
      onProved()
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {failure && <FailureText failure={failure} />}
      <Button look="primary" isBusy={isBusy} onClick={() => void prove()}>
        {words.confirmation.passkey}
      </Button>
    </>
  )
}

function PasswordProof({ isMain, onProved }: ProofProps & { readonly isMain: boolean }) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => onlyProblems({ password: findMissing(password, words.fields.password) }),
    fieldOf: { sign_in_failed: 'password' },
    send: async ({ password }) => {
      await sessionApi.confirmSession(password)
      onProved()
    },
  })
  return (
    <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
      <FormProblems form={form} />
      <PasswordField {...form.bind('password')} label={words.fields.password} autoComplete="current-password" />
      <Button type="submit" look={isMain ? 'primary' : 'plain'} isBusy={form.isSending}>
        {words.confirmation.submit}
      </Button>
    </form>
  )
}
