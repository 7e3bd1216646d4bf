import type { AcceptedSuggestion, ListedParty, PartySuggestion, PartySuggestionAcceptance } from '@spindle/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import { usePartySuggestions } from '../../data/queries/party-queries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Select } from '../../parts/forms/field.tsx'
import { partySuggestion } from '../../parts/forms/party-suggestion.ts'
import { SuggestField } from '../../parts/forms/suggest-field.tsx'
import { usePaused } from '../../parts/forms/use-paused.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { nameWords } from '../../words/catalog/name-words.ts'
import { words } from '../../words/words.ts'

const { dialog: texts } = nameWords

export interface LinkNameProps {
  readonly accountId: string
  readonly suggestion: PartySuggestion
  readonly onLinked: (name: string, accepted: AcceptedSuggestion) => void
  readonly onClose: () => void
}

/** `other` and `new`, or the id of a suggested artist. */
type Choice = string

/** Links a name to a suggested artist, to another one or to a new one, with what that would do. */
export function LinkName({ accountId, suggestion, onLinked, onClose }: LinkNameProps) {
  const { name, matches, spellings } = suggestion
  const [choice, setChoice] = useState<Choice>(matches[0]?.partyId ?? 'other')
  const [other, setOther] = useState<ListedParty>()
  const [spelling, setSpelling] = useState(name)
  const body = bodyOf({ suggestion, choice, other, spelling })
  const option = (value: Choice, label: string, detail?: string) => (
    <label key={value}>
      <input type="radio" name="artist" checked={choice === value} onChange={() => setChoice(value)} />
      <span>
        <bdi>{label}</bdi> {detail !== undefined && <span className="small soft">{detail}</span>}
      </span>
    </label>
  )
  return (
    <Dialog title={texts.title(name)} onClose={onClose}>
      <fieldset className="choices">
        <legend>{texts.legend}</legend>
        {matches.map((match) => option(match.partyId, match.name, nameWords.reasons[match.reason](match.matchedName)))}
        {option('other', texts.other)}
        {option('new', texts.create)}
      </fieldset>
      {choice === 'other' && <OtherArtist accountId={accountId} chosen={other} onChoose={setOther} />}
      {choice === 'new' && spellings.length > 1 && (
        <Select label={texts.spelling} value={spelling} onChange={({ currentTarget: { value } }) => setSpelling(value)}>
          {spellings.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </Select>
      )}
      {choice === 'new' && <p className="hint">{texts.createHint}</p>}
      {body ? (
        <ReadyToLink
          key={JSON.stringify(body)}
          accountId={accountId}
          body={body}
          onLinked={(accepted) => onLinked(name, accepted)}
          onClose={onClose}
        />
      ) : (
        <p className="row dialog-actions">
          <Button onClick={onClose}>{words.team.cancel}</Button>
        </p>
      )}
    </Dialog>
  )
}

interface Chosen {
  readonly suggestion: PartySuggestion
  readonly choice: Choice
  readonly other: ListedParty | undefined
  readonly spelling: string
}

/** Undefined until an artist is chosen. */
function bodyOf({ suggestion: { name, matches }, choice, other, spelling }: Chosen) {
  if (choice === 'new') return { name: spelling }
  const partyId = choice === 'other' ? other?.id : matches.find((match) => match.partyId === choice)?.partyId
  return partyId === undefined ? undefined : { name, partyId }
}

interface OtherArtistProps {
  readonly accountId: string
  readonly chosen: ListedParty | undefined
  readonly onChoose: (party: ListedParty | undefined) => void
}

function OtherArtist({ accountId, chosen, onChoose }: OtherArtistProps) {
  const [text, setText] = useState('')
  const asked = usePaused(chosen === undefined ? text.trim() : '')
  const { data: found = [] } = usePartySuggestions(accountId, asked)
  return (
    <SuggestField
      label={texts.find}
      hint={texts.findHint}
      maxLength={200}
      value={chosen?.name ?? text}
      suggestions={asked === '' ? [] : found.map(partySuggestion)}
      onType={(typed) => {
        setText(typed)
        onChoose(undefined)
      }}
      onChoose={({ party }) => onChoose(party)}
    />
  )
}

interface ReadyToLinkProps {
  readonly accountId: string
  readonly body: PartySuggestionAcceptance
  readonly onLinked: (accepted: AcceptedSuggestion) => void
  readonly onClose: () => void
}

/** How many releases follow, and the button that links. */
function ReadyToLink({ accountId, body, onLinked, onClose }: ReadyToLinkProps) {
  const { parties } = hubOf(accountId)
  const preview = useQuery({
    queryKey: ['name-preview', accountId, body],
    queryFn: ({ signal }) => parties.acceptSuggestion({ ...body, dryRun: true }, { signal }),
    gcTime: 0,
  })
  const link = useMutation({
    mutationFn: () => parties.acceptSuggestion(body),
    onSuccess: (accepted) => {
      onLinked(accepted)
      onClose()
    },
  })
  const error = link.error ?? preview.error
  return (
    <>
      {error && <FailureNotice error={error} />}
      {preview.data && (
        <Notice tone="info">
          <p>{texts.follow(preview.data.releases.drafts, preview.data.trackCount)}</p>
          {preview.data.releases.submitted > 0 && <p>{texts.keep(preview.data.releases.submitted)}</p>}
        </Notice>
      )}
      <p className="row dialog-actions">
        <Button onClick={onClose}>{words.team.cancel}</Button>
        <Button look="primary" disabled={!preview.data} isBusy={link.isPending} onClick={() => link.mutate()}>
          {body.partyId === undefined ? texts.createAction : texts.link}
        </Button>
      </p>
    </>
  )
}
