import { useQueryClient } from '@tanstack/react-query'
import { type NativeClient, nativeClientsKey, teamApi } from '../../data/api/team-api.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { findMissing, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { connectionWords as texts } from '../../words/account/connection-words.ts'

export interface ConnectDialogProps {
  readonly accountId: string
  readonly onCreated: (client: NativeClient) => void
  readonly onClose: () => void
}

/** Names a program; what comes next is what to paste into it. */
export function ConnectDialog({ accountId, onCreated, onClose }: ConnectDialogProps) {
  const client = useQueryClient()
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => onlyProblems({ name: findMissing(name, texts.name) }),
    async send({ name }) {
      const created = await teamApi.createNativeClient(accountId, name.trim())
      void client.invalidateQueries({ queryKey: nativeClientsKey(accountId) })
      onCreated(created)
    },
  })
  return (
    <Dialog title={texts.connect} onClose={onClose}>
      <p className="soft">{texts.lead}</p>
      <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
        <FormProblems form={form} />
        <Field {...form.bind('name')} label={texts.name} hint={texts.nameHint} maxLength={200} autoComplete="off" />
        <p className="row dialog-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" look="primary" isBusy={form.isSending}>
            {texts.create}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
