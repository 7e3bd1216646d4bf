import { useState } from 'react'
import { type ContactMessageItem, type MadeLink, operatorApi } from '../../../data/api/operator-api.ts'
import { findMailProblem } from '../../../parts/forms/check-fields.ts'
import { Field } from '../../../parts/forms/field.tsx'
import { useConfirmed } from '../../../parts/sign-in/confirmation.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'
import { MailField } from '../shared/mail-field.tsx'
import { type Role, RoleChoice } from '../shared/role-choice.tsx'

const texts = operatorWords.inbox

export interface InviteDialogProps {
  readonly message: ContactMessageItem
  readonly onMade: (made: MadeLink) => void
  readonly onClose: () => void
}

/** A new account for the sender of a message, and the link by which that person joins. */
export function InviteDialog({ message, onMade, onClose }: InviteDialogProps) {
  const confirmed = useConfirmed()
  const [accountName, setAccountName] = useState(message.organisation ?? message.name)
  const [email, setEmail] = useState(message.email)
  const [role, setRole] = useState<Role>('owner')
  const [isChecked, setChecked] = useState(false)
  const nameProblem = accountName.trim() === '' ? operatorWords.accounts.nameMissing : undefined
  const mailProblem = findMailProblem(email)
  return (
    <AskDialog
      title={texts.inviteTitle(message.name)}
      text={texts.inviteText}
      action={texts.make}
      check={() => {
        setChecked(true)
        return nameProblem === undefined && mailProblem === undefined
      }}
      work={() =>
        confirmed(() =>
          operatorApi.inviteFromMessage(message.id, { accountName: accountName.trim(), email: email.trim(), role }),
        )
      }
      onDone={onMade}
      onClose={onClose}
    >
      <Field
        label={texts.account}
        problem={isChecked ? nameProblem : undefined}
        value={accountName}
        maxLength={200}
        autoComplete="off"
        onChange={({ currentTarget }) => setAccountName(currentTarget.value)}
      />
      <MailField email={email} problem={isChecked ? mailProblem : undefined} onChange={setEmail} />
      <RoleChoice role={role} onChange={setRole} />
    </AskDialog>
  )
}
