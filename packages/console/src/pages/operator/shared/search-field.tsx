import { Field } from '../../../parts/forms/field.tsx'
import { operatorWords } from '../../../words/operator-words.ts'

export interface SearchFieldProps {
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export const SearchField = ({ hint, value, onChange }: SearchFieldProps) => (
  <div className="toolbar-search">
    <Field
      type="search"
      label={operatorWords.search}
      placeholder={hint}
      value={value}
      maxLength={200}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </div>
)
