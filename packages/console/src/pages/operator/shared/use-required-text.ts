import { useState } from 'react'

export interface RequiredText {
  readonly text: string
  /** For a field with required text. */
  readonly bind: {
    readonly value: string
    readonly problem: string | undefined
    readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
  }
  /** False, with the problem shown at the field, while it is empty. */
  check(): boolean
}

export function useRequiredText(missing: string): RequiredText {
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const text = value.trim()
  return {
    text,
    bind: { value, problem, onChange: ({ currentTarget }) => setValue(currentTarget.value) },
    check() {
      setProblem(text === '' ? missing : undefined)
      return text !== ''
    },
  }
}
