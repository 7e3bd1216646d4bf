import { type Session, sessionApi } from '../../data/api/session-api.ts'
import { useOutsideName } from '../../data/session/outside.ts'
import { useHasPasskeys, useHasPasswords } from '../../data/session/passkeys.ts'
import { words } from '../../words/words.ts'
import { findMailProblem, findMissing, onlyProblems } from '../forms/check-fields.ts'
import { Field, PasswordField } from '../forms/field.tsx'
import { FormProblems } from '../forms/form-problems.tsx'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../layout/button.tsx'
import { OutsideSignIn } from './outside-sign-in.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'

export interface SignInFormProps {
  readonly email?: string
  /** The page at which this window continues; without it the page stays, also during a sign-in elsewhere. */
  readonly next?: string
  readonly onSignedIn: (session: Session) => void
}

/** Every sign-in method of this hub, on the sign-in page and in the dialog of an ended session. */
export function SignInForm({ email = '', next, onSignedIn }: SignInFormProps) {
  const hasPasskeys = useHasPasskeys()
  const hasPasswords = useHasPasswords()
  const outside = useOutsideName()
  return (
    <div className="stack">
      {hasPasskeys && <PasskeySignIn onSignedIn={onSignedIn} />}
      {hasPasskeys && (hasPasswords || outside !== undefined) && <p className="or small soft">{words.signIn.or}</p>}
      {hasPasswords && <PasswordSignIn email={email} isMain={!hasPasskeys} onSignedIn={onSignedIn} />}
      {outside !== undefined && (
        <OutsideSignIn
          name={outside}
          look={hasPasskeys || hasPasswords ? 'plain' : 'primary'}
          next={next}
          onSignedIn={onSignedIn}
        />
      )}
    </div>
  )
}

interface PasswordSignInProps extends Required<Pick<SignInFormProps, 'email' | 'onSignedIn'>> {
  readonly isMain: boolean
}

function PasswordSignIn({ email, isMain, onSignedIn }: PasswordSignInProps) {
  const form = useForm({
    initial: { email, password: '' },
    check: ({ email: mail, password }) =>
      onlyProblems({ email: findMailProblem(mail), password: findMissing(password, words.fields.password) }),
    send: async ({ email: mail, password }) =>
      onSignedIn(await sessionApi.signInByPassword({ email: mail.trim(), password })),
  })
  return (
    <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
      <FormProblems form={form} />
      <Field
        {...form.bind('email')}
        label={words.fields.email}
        type="email"
        autoComplete={isMain ? 'username' : 'username webauthn'}
        inputMode="email"
      />
      <PasswordField {...form.bind('password')} label={words.fields.password} autoComplete="current-password" />
      <Button type="submit" look={isMain ? 'primary' : 'plain'} isBusy={form.isSending}>
        {words.signIn.submit}
      </Button>
    </form>
  )
}
