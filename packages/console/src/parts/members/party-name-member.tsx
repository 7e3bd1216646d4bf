import { useState } from 'react'
import { usePartyName, usePartySuggestions } from '../../data/queries/party-queries.ts'
import type { TextField } from '../../delivery/document/field-types.ts'
import { isMembers, memberAt, textOf } from '../../delivery/document/members.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { partySuggestion } from '../forms/party-suggestion.ts'
import { SuggestField } from '../forms/suggest-field.tsx'
import { usePaused } from '../forms/use-paused.ts'
import { type MemberFieldProps, useFieldPlace } from './field-place.ts'
import { useMemberForm } from './member-form.ts'

/** A name that may be that of a party of the account: choosing one links it, another name ends the link. */
export function PartyNameMember(props: MemberFieldProps<TextField>) {
  const { field, target, path, value } = props
  const form = useMemberForm()
  const { set: _set, hint, ...place } = useFieldPlace(props)
  const [typed, setTyped] = useState('')
  const asked = usePaused(typed.trim())
  const { data: found = [] } = usePartySuggestions(form.accountId, asked)
  const owner = path.slice(0, -1)
  const item = memberAt(form.membersOf(target), owner)
  const { partyId, ...free } = isMembers(item) ? item : {}
  const linkedName = usePartyName(form.accountId, textOf(value) === '' ? textOf(partyId) : '')
  return (
    <SuggestField
      {...place}
      hint={partyId === undefined ? hint : deliverWords.form.linked}
      maxLength={field.maxLength}
      value={textOf(value) || (typed === '' ? (linkedName ?? '') : '')}
      suggestions={typed.trim() === '' ? [] : found.map(partySuggestion)}
      onType={(name) => {
        setTyped(name)
        // What came from the party is not that of another name.
        const { partyIds: _partyIds, names: _names, newAt: _newAt, ...own } = free
        form.setMember(target, owner, { ...(partyId === undefined ? free : own), name })
      }}
      onChoose={({ party }) => {
        setTyped('')
        const { partyIds: _partyIds, names: _names, newAt: _newAt, ...own } = free
        form.setMember(target, owner, { ...own, name: party.name, partyId: party.id })
      }}
    />
  )
}
