import { Field, Select } from '../../../../parts/forms/field.tsx'
import { outletSetupWords as texts } from '../../../../words/operator/outlet-setup-words.ts'
import type { OutletForm } from './outlet-values.ts'

/** Fields of the forms of a store, by the names of their values. */

export type FieldName = keyof typeof texts.fields
const hints: Readonly<Partial<Record<FieldName, string>>> = texts.hints

export interface NamedFieldProps {
  readonly form: OutletForm
  readonly name: FieldName
}

interface TextFieldProps extends NamedFieldProps {
  readonly isOptional?: boolean
  readonly maxLength?: number
  readonly inputMode?: 'numeric' | 'url'
  /** Names of machines are written from left to right in every language. */
  readonly isCode?: boolean
}

export const TextField = ({ form, name, maxLength = 200, isCode = false, ...field }: TextFieldProps) => (
  <Field
    {...field}
    {...form.bind(name)}
    label={texts.fields[name]}
    hint={hints[name]}
    maxLength={maxLength}
    autoComplete="off"
    dir={isCode ? 'ltr' : 'auto'}
    {...(isCode && { spellCheck: false, autoCapitalize: 'none' })}
  />
)

interface ChoiceFieldProps extends NamedFieldProps {
  readonly options: readonly (readonly [word: string, label: string])[]
}

export const ChoiceField = ({ form, name, options }: ChoiceFieldProps) => (
  <Select {...form.bind(name)} label={texts.fields[name]} hint={hints[name]}>
    {options.map(([word, label]) => (
      <option key={word} value={word}>
        {label}
      </option>
    ))}
  </Select>
)

export const optionsOf = (labels: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(labels)
