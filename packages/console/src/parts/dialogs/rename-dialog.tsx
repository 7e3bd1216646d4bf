import { words } from '../../words/words.ts'
import { findMissing, onlyProblems } from '../forms/check-fields.ts'
import { Field } from '../forms/field.tsx'
import { FormProblems } from '../forms/form-problems.tsx'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../layout/button.tsx'
import { Dialog } from './dialog.tsx'

export interface RenameDialogProps {
  readonly title: string
  /** The label of the name for people, and its member at the hub. */
  readonly label: string
  readonly field: string
  readonly name: string
  readonly autoComplete?: string
  readonly onRename: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

export function RenameDialog({ title, label, field, autoComplete = 'off', ...props }: RenameDialogProps) {
  const { name, onRename, onClose } = props
  const form = useForm({
    initial: { [field]: name },
    check: (values) => onlyProblems({ [field]: findMissing(values[field] ?? '', label) }),
    async send(values) {
      await onRename((values[field] ?? '').trim())
      onClose()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
        <FormProblems form={form} />
        <Field {...form.bind(field)} label={label} maxLength={200} autoComplete={autoComplete} />
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
