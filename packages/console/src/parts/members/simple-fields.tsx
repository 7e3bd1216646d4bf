import { useId, useState } from 'react'
import type {
  ChoiceField,
  ChoicesField,
  CodeField,
  DateField,
  FlagField,
  NumberField,
  TextField,
  WordsField,
} from '../../delivery/document/field-types.ts'
import { optionOf } from '../../words/account/member-words.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { formatNumber } from '../../words/words.ts'
import { Field, Select, TextArea } from '../forms/field.tsx'
import { type MemberFieldProps, useFieldPlace } from './field-place.ts'
import { LabelNameMember } from './label-name-member.tsx'
import { NamedCodeMember } from './named-code-member.tsx'
import { PartyNameMember } from './party-name-member.tsx'
import { useReference } from './use-reference.ts'

/** Members that are one value. */

export function TextMember(props: MemberFieldProps<TextField>) {
  const { field, value, path } = props
  const { set, problem, ...place } = useFieldPlace(props)
  const text = typeof value === 'string' ? value : ''
  if (field.list === 'parties') return <PartyNameMember {...props} />
  if (field.list === 'labels') return <LabelNameMember {...props} />
  if (field.list !== undefined) return <NamedCodeMember {...props} list={field.list} />
  // What every release and track must have is kept at the hub as it was.
  const isBlank = field.isRequired && path.length === 1 && value !== undefined && text.trim() === ''
  const shared = {
    ...place,
    problem: isBlank ? deliverWords.form.blank(place.label) : problem,
    value: text,
    maxLength: field.maxLength,
    dir: 'auto',
  }
  if (field.isLong) return <TextArea {...shared} rows={4} onChange={({ currentTarget }) => set(currentTarget.value)} />
  return <Field {...shared} autoComplete="off" onChange={({ currentTarget }) => set(currentTarget.value)} />
}

export function NumberMember(props: MemberFieldProps<NumberField>) {
  const { field, value } = props
  const { set, problem, ...place } = useFieldPlace(props)
  const scale = field.isSeconds ? 1_000 : 1
  const [typed, setTyped] = useState<string>()
  const kept = typeof value === 'number' ? String(value / scale) : ''
  const isWrong = typed !== undefined && !isInRange(typed, field)
  return (
    <Field
      {...place}
      problem={isWrong ? deliverWords.form.between(formatYear(field.min), formatYear(field.max)) : problem}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? kept}
      onBlur={() => !isWrong && setTyped(undefined)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        if (text.trim() === '') set(undefined)
        else if (isInRange(text, field)) set(Math.round(Number(text) * scale))
      }}
    />
  )
}

const isInRange = (text: string, { min, max, isSeconds }: NumberField): boolean => {
  if (text.trim() === '') return true
  const number = Number(text)
  return (isSeconds ? Number.isFinite(number) : Number.isSafeInteger(number)) && number >= min && number <= max
}

/** Years have no separators. */
const formatYear = (value: number): string => (value < 10_000 ? String(value) : formatNumber(value))

export function DateMember(props: MemberFieldProps<DateField>) {
  const { set, ...place } = useFieldPlace(props)
  return (
    <Field
      {...place}
      type={props.field.kind}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  )
}

interface OptionsProps extends MemberFieldProps {
  readonly options: readonly (readonly [value: string, label: string])[]
}

function OptionsMember({ options, ...props }: OptionsProps) {
  const { set, ...place } = useFieldPlace(props)
  const value = typeof props.value === 'string' ? props.value : ''
  const isKnown = value === '' || options.some(([one]) => one === value)
  return (
    <Select
      {...place}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.value)}
    >
      {!(props.field.name === 'type' || (props.field.name === 'role' && props.field.isRequired)) && (
        <option value="">{deliverWords.form.notSaid}</option>
      )}
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </Select>
  )
}

export const ChoiceMember = (props: MemberFieldProps<ChoiceField>) => (
  <OptionsMember {...props} options={props.field.options.map((option) => [option, optionOf(option)] as const)} />
)

/** Of a long list: by typing a part of its name. */
export const CodeMember = (props: MemberFieldProps<CodeField>) =>
  props.field.list === 'territories' ? (
    <NamedCodeMember {...props} list={props.field.list} />
  ) : (
    <ListedCodeMember {...props} />
  )

const ListedCodeMember = (props: MemberFieldProps<CodeField>) => (
  <OptionsMember {...props} options={useReference(props.field.list).map(({ code, name }) => [code, name] as const)} />
)

export function FlagMember(props: MemberFieldProps<FlagField>) {
  const { set, ...place } = useFieldPlace(props)
  const value = typeof props.value === 'boolean' ? String(props.value) : ''
  return (
    <Select
      {...place}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.value === 'true')}
    >
      <option value="">{deliverWords.form.notSaid}</option>
      <option value="true">{deliverWords.form.yes}</option>
      <option value="false">{deliverWords.form.no}</option>
    </Select>
  )
}

export function WordsMember(props: MemberFieldProps<WordsField>) {
  const { set, hint, ...place } = useFieldPlace(props)
  const kept = Array.isArray(props.value) ? props.value.map(String) : []
  // As it is typed: a comma at its end must not go away.
  const [typed, setTyped] = useState<string>()
  return (
    <Field
      {...place}
      hint={hint ?? deliverWords.form.commas}
      value={typed ?? kept.join(', ')}
      onBlur={() => setTyped(undefined)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        const words = value.split(',').map((word) => word.trim().slice(0, props.field.maxLength))
        set(words.filter((word) => word !== ''))
      }}
    />
  )
}

export function ChoicesMember(props: MemberFieldProps<ChoicesField>) {
  const { set, label, problem, isNeeded: _isNeeded, ...place } = useFieldPlace(props)
  const chosen = Array.isArray(props.value) ? props.value.map(String) : []
  const problemId = useId()
  return (
    <fieldset
      className="choices"
      data-place={place['data-place']}
      tabIndex={-1}
      aria-describedby={problem && problemId}
    >
      <legend>{label}</legend>
      {props.field.options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ currentTarget }) =>
              set(currentTarget.checked ? [...chosen, option] : chosen.filter((one) => one !== option))
            }
          />
          {optionOf(option)}
        </label>
      ))}
      {problem !== undefined && (
        <p className="problem" id={problemId}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
