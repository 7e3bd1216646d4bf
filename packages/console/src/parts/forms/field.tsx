import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { words } from '../../words/words.ts'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isOptional?: boolean
}

/** A text field with its label, hint and problem, tied together for screen readers. */
export function Field({ label, hint, problem, isOptional = false, ...input }: FieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem} isOptional={isOptional}>
      <input {...input} {...describedBy(id, hint, problem)} id={id} className="input" />
    </FieldFrame>
  )
}

export function PasswordField({ label, hint, problem, ...input }: FieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem}>
      <span className="input-group">
        <input
          {...input}
          {...describedBy(id, hint, problem)}
          id={id}
          className="input"
          type={isShown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
        />
        <button
          type="button"
          className="button quiet"
          aria-pressed={isShown}
          aria-label={`${isShown ? words.fields.hide : words.fields.show}: ${label}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? words.fields.hide : words.fields.show}
        </button>
      </span>
    </FieldFrame>
  )
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'id'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly children: ReactNode
}

export function Select({ label, hint, problem, children, ...select }: SelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem}>
      <select {...select} {...describedBy(id, hint, problem)} id={id} className="input">
        {children}
      </select>
    </FieldFrame>
  )
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
}

export function TextArea({ label, hint, problem, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem}>
      <textarea {...area} {...describedBy(id, hint, problem)} id={id} className="input" />
    </FieldFrame>
  )
}

interface FrameProps {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isOptional?: boolean
  readonly children: ReactNode
}

const FieldFrame = ({ id, label, hint, problem, isOptional, children }: FrameProps) => (
  <div className="field">
    <label htmlFor={id}>
      {label} {isOptional && <span className="soft regular">{words.optional}</span>}
    </label>
    {hint !== undefined && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {children}
    {problem !== undefined && (
      <p className="problem" id={`${id}-problem`}>
        {problem}
      </p>
    )}
  </div>
)

function describedBy(id: string, hint: string | undefined, problem: string | undefined) {
  const ids = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean)
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(problem !== undefined && { 'aria-invalid': true }),
  }
}
