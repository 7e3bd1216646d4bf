import { useState } from 'react'
import { useLabelSuggestions } from '../../data/queries/label-queries.ts'
import type { TextField } from '../../delivery/document/field-types.ts'
import { textOf } from '../../delivery/document/members.ts'
import { SuggestField } from '../forms/suggest-field.tsx'
import { usePaused } from '../forms/use-paused.ts'
import { type MemberFieldProps, useFieldPlace } from './field-place.ts'
import { useMemberForm } from './member-form.ts'

/** A name that may be that of a label of the account. Any text is accepted. */
export function LabelNameMember(props: MemberFieldProps<TextField>) {
  const { set, ...place } = useFieldPlace(props)
  const { accountId } = useMemberForm()
  const [typed, setTyped] = useState('')
  const asked = usePaused(typed.trim())
  const { data: found = [] } = useLabelSuggestions(accountId, asked)
  const choose = (name: string): void => {
    setTyped('')
    set(name)
  }
  return (
    <SuggestField
      {...place}
      maxLength={props.field.maxLength}
      value={textOf(props.value)}
      suggestions={typed.trim() === '' ? [] : found.map(({ id, name }) => ({ key: id, label: name }))}
      onType={(text) => {
        setTyped(text)
        set(text)
      }}
      onChoose={({ label }) => choose(label)}
    />
  )
}
