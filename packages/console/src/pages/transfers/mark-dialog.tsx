import type { TransferStore } from '@spindle/client'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Field } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { Notice } from '../../parts/layout/notice.tsx'
import { transferWords } from '../../words/catalog/transfer-words.ts'
import { words } from '../../words/words.ts'

const { one: texts, stores } = transferWords

export interface MarkDialogProps {
  /** Of the release. */
  readonly name: string
  readonly store: TransferStore
  /** The reason is empty if the person gives none. */
  readonly onMark: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before the old copy of one release counts as down; the hub refuses an early mark without a reason. */
export function MarkDialog({ name, store: { outlet, state }, onMark, onClose }: MarkDialogProps) {
  const form = useForm({
    initial: { reason: '' },
    check: () => ({}),
    fieldOf: { transfer_not_live: 'reason' },
    async send({ reason }) {
      await onMark(reason.trim())
      onClose()
    },
  })
  // The store may have taken the release down since the page was loaded.
  const isEarly = state !== 'live' || form.problems.reason !== undefined
  return (
    <Dialog title={texts.markTitle(outlet.name)} onClose={onClose}>
      <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
        <p>
          <bdi className="release-title">{name}</bdi>
        </p>
        <p className="soft">{texts.markText}</p>
        <FormProblems form={form} />
        {isEarly && (
          <>
            <Notice tone="warn">
              <p>{texts.early}</p>
            </Notice>
            <Field {...form.bind('reason')} label={texts.reason} hint={texts.reasonHint} maxLength={500} />
          </>
        )}
        <p className="row dialog-actions">
          <Button onClick={onClose}>{words.team.cancel}</Button>
          <Button type="submit" look="danger" isBusy={form.isSending}>
            {stores.mark}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
