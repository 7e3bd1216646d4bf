import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { words } from '../../words/words.ts'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isOptional?: boolean
  /** Submitting needs it, and the form may be left without it. */
  readonly isNeeded?: boolean | undefined
}

/** A text field with its label, hint and problem, tied together for screen readers. */
export function Field({ label, hint, problem, isOptional = false, isNeeded, ...input }: FieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem} isOptional={isOptional} isNeeded={isNeeded}>
      <input {...input} {...controlAttributes(id, { hint, problem, isNeeded })} />
    </FieldFrame>
  )
}

export function PasswordField({ label, hint, problem, isNeeded, ...input }: FieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem} isNeeded={isNeeded}>
      <span className="input-group">
        <input
          {...input}
          {...controlAttributes(id, { hint, problem, isNeeded })}
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
  readonly isNeeded?: boolean | undefined
  readonly children: ReactNode
}

export function Select({ label, hint, problem, isNeeded, children, ...select }: SelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem} isNeeded={isNeeded}>
      <select {...select} {...controlAttributes(id, { hint, problem, isNeeded })}>
        {children}
      </select>
    </FieldFrame>
  )
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isNeeded?: boolean | undefined
}

export function TextArea({ label, hint, problem, isNeeded, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem} isNeeded={isNeeded}>
      <textarea {...area} {...controlAttributes(id, { hint, problem, isNeeded })} />
    </FieldFrame>
  )
}

interface FrameProps {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isOptional?: boolean
  readonly isNeeded?: boolean | undefined
  readonly children: ReactNode
}

export const FieldFrame = ({ id, label, hint, problem, isOptional, isNeeded, children }: FrameProps) => (
  <div className="field">
    <label htmlFor={id} data-needed={isNeeded || undefined}>
      {label} {isOptional && <span className="soft regular">{words.optional}</span>}
    </label>
    {children}
    {/* Below, so that fields beside each other stay on one line. */}
    {hint !== undefined && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {problem !== undefined && (
      <p className="problem" id={`${id}-problem`}>
        {problem}
      </p>
    )}
  </div>
)

interface ControlFacts {
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isNeeded?: boolean | undefined
}

/** What a control in a `FieldFrame` has in common with others: its name, its look, and its texts for assistive technology. */
export function controlAttributes(id: string, { hint, problem, isNeeded }: ControlFacts) {
  const ids = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean)
  return {
    id,
    className: 'input',
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(problem !== undefined && { 'aria-invalid': true }),
    ...(isNeeded && { 'aria-required': true }),
  }
}
