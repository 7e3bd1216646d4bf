import { useState } from 'react'
import { usePartySuggestions } from '../../../data/queries/party-queries.ts'
import type { TextField } from '../../../delivery/document/field-types.ts'
import { isMembers, memberAt, textOf } from '../../../delivery/document/members.ts'
import { partySuggestion } from '../../../parts/forms/party-suggestion.ts'
import { SuggestField } from '../../../parts/forms/suggest-field.tsx'
import { usePaused } from '../../../parts/forms/use-paused.ts'
import { deliverWords } from '../../../words/deliver-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { type MemberFieldProps, useFieldPlace } from './field-place.ts'

/** A name that may be that of a party of the account: choosing one links it, another name ends the link. */
export function PartyNameMember(props: MemberFieldProps<TextField>) {
  const { field, target, path, value } = props
  const { accountId, delivery, state } = useOpenedDelivery()
  const { set: _set, hint, ...place } = useFieldPlace(props)
  const [typed, setTyped] = useState('')
  const asked = usePaused(typed.trim())
  const { data: found = [] } = usePartySuggestions(accountId, asked)
  const owner = path.slice(0, -1)
  const { draft } = state
  const members = target === 'release' ? draft.members : draft.tracks.find(({ key }) => key === target)?.members
  const item = memberAt(members, owner)
  const { partyId, ...free } = isMembers(item) ? item : {}
  return (
    <SuggestField
      {...place}
      hint={partyId === undefined ? hint : deliverWords.form.linked}
      maxLength={field.maxLength}
      value={textOf(value)}
      suggestions={typed.trim() === '' ? [] : found.map(partySuggestion)}
      onType={(name) => {
        setTyped(name)
        // What came from the party is not that of another name.
        const { partyIds: _partyIds, names: _names, newAt: _newAt, ...own } = free
        delivery.setMember(target, owner, { ...(partyId === undefined ? free : own), name })
      }}
      onChoose={({ party }) => {
        setTyped('')
        const { partyIds: _partyIds, names: _names, newAt: _newAt, ...own } = free
        delivery.setMember(target, owner, { ...own, name: party.name, partyId: party.id })
      }}
    />
  )
}
