import { Field } from '../../../parts/forms/field.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'

export interface MailFieldProps {
  readonly email: string
  readonly problem: string | undefined
  readonly onChange: (email: string) => void
}

/** The address of an invited person; not the user's own, which browsers would propose. */
export const MailField = ({ email, problem, onChange }: MailFieldProps) => (
  <Field
    label={operatorWords.inbox.email}
    problem={problem}
    type="email"
    value={email}
    maxLength={254}
    autoComplete="off"
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
