import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CreatedInvitation, type Role, teamApi, teamKey } from '../../data/api/team-api.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { RevealedSecret } from '../../parts/dialogs/revealed-secret.tsx'
import { findMailProblem, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { words } from '../../words/words.ts'

interface InviteDialogProps {
  readonly accountId: string
  readonly onClose: () => void
}

/** The form for an invitation and its role; shows the link once. */
export function InviteDialog({ accountId, onClose }: InviteDialogProps) {
  const [created, setCreated] = useState<CreatedInvitation>()
  const [role, setRole] = useState<Role>('manager')
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const { team } = words
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => onlyProblems({ email: findMailProblem(email) }),
    fieldOf: { state_conflict: 'email' },
    async send({ email }) {
      const body = { email: email.trim(), role }
      setCreated(await confirmed((once) => teamApi.invite(accountId, body, once)))
      void client.invalidateQueries({ queryKey: teamKey(accountId) })
    },
  })
  if (created)
    return (
      <RevealedSecret
        title={team.linkTitle}
        text={created.isMailed ? team.linkMailedText(created.email) : team.linkText(created.email)}
        label={team.link}
        secret={created.link}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={team.invite} onClose={onClose}>
      <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
        <FormProblems form={form} />
        <Field {...form.bind('email')} label={words.fields.email} type="email" autoComplete="off" />
        <fieldset className="choices">
          <legend>{team.role}</legend>
          {(Object.keys(team.roles) as Role[]).map((name) => (
            <label key={name}>
              <input type="radio" name="role" checked={role === name} onChange={() => setRole(name)} />
              <span>
                {team.roles[name]} <span className="small soft">{team.may[name]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="row dialog-actions">
          <Button onClick={onClose}>{team.cancel}</Button>
          <Button type="submit" look="primary" isBusy={form.isSending}>
            {team.makeLink}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
