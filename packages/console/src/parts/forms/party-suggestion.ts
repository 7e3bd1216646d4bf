import type { ListedParty } from '@spindle/client'
import { deliverWords } from '../../words/releases/deliver-words.ts'

/** An artist as an item of a `SuggestField`, with what tells it from others of the same name. */
export const partySuggestion = (party: ListedParty) => ({
  key: party.id,
  label: party.name,
  detail: [party.legalName, deliverWords.form.releasesOf(party.releaseCount)].filter(Boolean).join(' · '),
  party,
})
