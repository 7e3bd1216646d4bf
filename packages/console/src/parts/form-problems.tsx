import { words } from '../words/words.ts'
import { Notice } from './notice.tsx'
import type { Form } from './use-form.ts'

/** Above a form: how many fields to look at, or what the hub said. Read out when it appears. */
export function FormProblems<Name extends string>({ form }: { readonly form: Form<Name> }) {
  const count = Object.keys(form.problems).length
  if (form.failure)
    return (
      <Notice tone="danger" isAlert>
        <p>{form.failure.message}</p>
        {form.failure.requestId !== undefined && (
          <p className="small soft mono">{words.requestId(form.failure.requestId)}</p>
        )}
      </Notice>
    )
  if (count === 0) return null
  return (
    <p role="alert" className="problem">
      {words.fields.checkFields(count)}
    </p>
  )
}
