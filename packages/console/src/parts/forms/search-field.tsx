import { useEffect, useState } from 'react'
import { Field } from './field.tsx'

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const pauseMs = 250

/** Searches once the typing pauses, and follows the value when that changes elsewhere. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  if (value !== asked) {
    setAsked(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => {
      setAsked(typed.trim())
      onChange(typed.trim())
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <div className="toolbar-search">
      <Field
        label={label}
        placeholder={placeholder}
        type="search"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </div>
  )
}
