import { useQueryClient } from '@tanstack/react-query'
import { meApi } from '../../data/me-api.ts'
import type { Session } from '../../data/session-api.ts'
import { Button } from '../../parts/button.tsx'
import { findMailProblem, findMissing, onlyProblems } from '../../parts/check-fields.ts'
import { useConfirmed } from '../../parts/confirmation.tsx'
import { Field } from '../../parts/field.tsx'
import { FormProblems } from '../../parts/form-problems.tsx'
import { useForm } from '../../parts/use-form.ts'
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
      <h2>{words.you.profile}</h2>
      <FormProblems form={form} />
      <Field {...form.bind('name')} label={words.fields.name} autoComplete="name" maxLength={200} />
      <Field {...form.bind('email')} label={words.fields.email} type="email" autoComplete="email" />
      {user.pendingEmail !== null && <p className="soft">{words.you.pendingEmail(user.email, user.pendingEmail)}</p>}
      <p>
        <Button type="submit" isBusy={form.isSending}>
          {words.team.save}
        </Button>
      </p>
    </form>
  )
}
