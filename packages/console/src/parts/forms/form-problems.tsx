import { words } from '../../words/words.ts'
import { FailureText } from '../layout/notice.tsx'
import type { Form } from './use-form.ts'

/** Above a form: how many fields to check, or the hub's message. Read out when it appears. */
export function FormProblems<Name extends string>({ form }: { readonly form: Form<Name> }) {
  const count = Object.keys(form.problems).length
  if (form.failure) return <FailureText failure={form.failure} />
  if (count === 0) return null
  return (
    <p role="alert" className="problem">
      {words.fields.checkFields(count)}
    </p>
  )
}
