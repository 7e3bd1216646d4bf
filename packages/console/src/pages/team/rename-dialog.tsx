import { useQueryClient } from '@tanstack/react-query'
import type { Membership } from '../../data/session-api.ts'
import { teamApi } from '../../data/team-api.ts'
import { Button } from '../../parts/button.tsx'
import { findMissing, onlyProblems } from '../../parts/check-fields.ts'
import { useConfirmed } from '../../parts/confirmation.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { FormProblems } from '../../parts/form-problems.tsx'
import { useForm } from '../../parts/use-form.ts'
import { words } from '../../words/words.ts'

interface RenameDialogProps {
  readonly membership: Membership
  readonly onClose: () => void
}

export function RenameDialog({ membership: { accountId, accountName }, onClose }: RenameDialogProps) {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const form = useForm({
    initial: { name: accountName },
    check: ({ name }) => onlyProblems({ name: findMissing(name, words.fields.labelName) }),
    async send({ name }) {
      await confirmed((once) => teamApi.rename(accountId, name.trim(), once))
      await client.invalidateQueries({ queryKey: ['session'] })
      onClose()
    },
  })
  return (
    <Dialog title={words.team.rename} onClose={onClose}>
      <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
        <FormProblems form={form} />
        <Field {...form.bind('name')} label={words.fields.labelName} maxLength={200} autoComplete="organization" />
        <p className="row dialog-actions">
          <Button onClick={onClose}>{words.team.cancel}</Button>
          <Button type="submit" look="primary" isBusy={form.isSending}>
            {words.team.save}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
