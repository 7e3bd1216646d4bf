import type { TransferProgress } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import { transfersKey } from '../../data/queries/transfer-queries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { findMissing, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { transferWords } from '../../words/catalog/transfer-words.ts'
import { words } from '../../words/words.ts'

const { edit: texts, form: labels } = transferWords

export interface EditTransferProps {
  readonly accountId: string
  readonly transfer: TransferProgress
}

/** Changes the deadline and the names; the table stays. */
export function EditTransfer(props: EditTransferProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.action}</Button>
      {isOpen && <EditDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function EditDialog({
  accountId,
  transfer: { id, name, distributor, deadline },
  onClose,
}: EditTransferProps & { readonly onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initial: { name, distributor, deadline },
    check: (values) =>
      onlyProblems({
        name: findMissing(values.name, labels.name),
        distributor: findMissing(values.distributor, labels.distributor),
        deadline: findMissing(values.deadline, labels.deadline),
      }),
    async send(values) {
      await hubOf(accountId).transfers.update(id, {
        name: values.name.trim(),
        distributor: values.distributor.trim(),
        deadline: values.deadline,
      })
      await client.invalidateQueries({ queryKey: transfersKey(accountId) })
      onClose()
    },
  })
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
        <FormProblems form={form} />
        <Field {...form.bind('deadline')} type="date" label={labels.deadline} hint={labels.deadlineHint} />
        <Field {...form.bind('name')} label={labels.name} maxLength={200} autoComplete="off" />
        <Field {...form.bind('distributor')} label={labels.distributor} maxLength={200} autoComplete="off" />
        <p className="row dialog-actions">
          <Button onClick={onClose}>{words.team.cancel}</Button>
          <Button type="submit" look="primary" isBusy={form.isSending}>
            {texts.save}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
