import { useId } from 'react'
import { listOf } from './outlet-values.ts'

export interface ListChoicesProps {
  readonly legend: string
  readonly hint: string
  readonly options: readonly (readonly [word: string, label: string])[]
  /** Chosen words, joined by commas. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Several of a few words. */
export function ListChoices({ legend, hint, options, value, onChange }: ListChoicesProps) {
  const id = useId()
  const chosen = listOf(value)
  return (
    <fieldset className="choices wide columns" aria-describedby={id}>
      <legend>{legend}</legend>
      <p className="hint" id={id}>
        {hint}
      </p>
      {options.map(([word, label]) => (
        <label key={word}>
          <input
            type="checkbox"
            checked={chosen.includes(word)}
            onChange={({ currentTarget }) =>
              onChange((currentTarget.checked ? [...chosen, word] : chosen.filter((one) => one !== word)).join(','))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
