import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meApi, sessionsKey } from '../../data/api/me-api.ts'
import { findPasswordProblem, onlyProblems } from '../../parts/forms/check-fields.ts'
import { PasswordField } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { youWords as you } from '../../words/account/you-words.ts'
import { words } from '../../words/words.ts'

interface PasswordFormProps {
  readonly hasPassword: boolean
  readonly email: string
}

export function PasswordForm({ hasPassword, email }: PasswordFormProps) {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const [isDone, setDone] = useState(false)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => onlyProblems({ password: findPasswordProblem(password) }),
    fieldOf: { password_refused: 'password' },
    async send({ password }) {
      await confirmed(() => meApi.setPassword(password))
      setDone(true)
      await client.invalidateQueries({ queryKey: ['session'] })
      await client.invalidateQueries({ queryKey: sessionsKey })
    },
  })
  return (
    <form ref={form.formRef} className="card padded stack" noValidate onSubmit={form.submit}>
      <h2>{you.password}</h2>
      <p className="soft">{hasPassword ? you.passwordLead : you.noPassword}</p>
      <FormProblems form={form} />
      {/* Password managers look for whose password it is. */}
      <input className="visually-hidden" tabIndex={-1} aria-hidden autoComplete="username" value={email} readOnly />
      <PasswordField
        {...form.bind('password')}
        label={you.newPassword}
        hint={words.fields.passwordHint}
        autoComplete="new-password"
      />
      <p className="row">
        <Button type="submit" isBusy={form.isSending}>
          {hasPassword ? you.changePassword : you.setPassword}
        </Button>
        <span role="status">{isDone && you.passwordDone}</span>
      </p>
    </form>
  )
}
