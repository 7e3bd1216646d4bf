import { useQueryClient } from '@tanstack/react-query'
import { meApi } from '../../data/api/me-api.ts'
import type { Session } from '../../data/api/session-api.ts'
import { findMailProblem, findMissing, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { youWords as you } from '../../words/account/you-words.ts'
import { words } from '../../words/words.ts'

export function ProfileForm({ user }: { readonly user: Session['user'] }) {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const form = useForm({
    initial: { name: user.name, email: user.pendingEmail ?? user.email },
    check: ({ name, email }) =>
      onlyProblems({ name: findMissing(name, words.fields.name), email: findMailProblem(email) }),
    async send({ name, email }) {
      const wished = { name: name.trim(), email: email.trim() }
      client.setQueryData(['session'], await confirmed(() => meApi.update(wished)))
    },
  })
  return (
    <form ref={form.formRef} className="card padded stack" noValidate onSubmit={form.submit}>
      <h2>{you.profile}</h2>
      <FormProblems form={form} />
      <Field {...form.bind('name')} label={words.fields.name} autoComplete="name" maxLength={200} />
      <Field {...form.bind('email')} label={words.fields.email} type="email" autoComplete="email" />
      {user.pendingEmail !== null && <p className="soft">{you.pendingEmail(user.email, user.pendingEmail)}</p>}
      <p>
        <Button type="submit" isBusy={form.isSending}>
          {words.team.save}
        </Button>
      </p>
    </form>
  )
}
