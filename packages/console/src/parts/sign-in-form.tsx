import { useHasPasskeys } from '../data/passkeys.ts'
import { type Session, sessionApi } from '../data/session-api.ts'
import { words } from '../words/words.ts'
import { Button } from './button.tsx'
import { findMailProblem, findMissing, onlyProblems } from './check-fields.ts'
import { Field, PasswordField } from './field.tsx'
import { FormProblems } from './form-problems.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { useForm } from './use-form.ts'

export interface SignInFormProps {
  readonly email?: string
  readonly onSignedIn: (session: Session) => void
}

/** Passkey, or mail address and password, on the sign-in page and in the dialog of an ended session. */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const form = useForm({
    initial: { email, password: '' },
    check: ({ email: mail, password }) =>
      onlyProblems({ email: findMailProblem(mail), password: findMissing(password, words.fields.password) }),
    send: async ({ email: mail, password }) =>
      onSignedIn(await sessionApi.signInByPassword({ email: mail.trim(), password })),
  })
  const hasPasskeys = useHasPasskeys()
  return (
    <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
      {hasPasskeys && <PasskeySignIn onSignedIn={onSignedIn} />}
      <FormProblems form={form} />
      <Field
        {...form.bind('email')}
        label={words.fields.email}
        type="email"
        autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
        inputMode="email"
      />
      <PasswordField {...form.bind('password')} label={words.fields.password} autoComplete="current-password" />
      <Button type="submit" look={hasPasskeys ? 'plain' : 'primary'} isBusy={form.isSending}>
        {words.signIn.submit}
      </Button>
    </form>
  )
}
