import type { ListedParty, Party, PartyMerge } from '@spindle/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import { partiesKey, partyKey, usePartySuggestions } from '../../data/queries/party-queries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { partySuggestion } from '../../parts/forms/party-suggestion.ts'
import { SuggestField } from '../../parts/forms/suggest-field.tsx'
import { usePaused } from '../../parts/forms/use-paused.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { artistWords } from '../../words/catalog/artist-words.ts'
import { words } from '../../words/words.ts'

const { merge: texts } = artistWords

export interface MergeArtistProps {
  readonly accountId: string
  readonly party: Party
  readonly onMerged: () => void
}

/** Merges a duplicate into the artist, once its preview was shown. */
export function MergeArtist(props: MergeArtistProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.open}</Button>
      {isOpen && <MergeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

interface MergeDialogProps extends MergeArtistProps {
  readonly onClose: () => void
}

function MergeDialog({ accountId, party, onMerged, onClose }: MergeDialogProps) {
  const [text, setText] = useState('')
  const [duplicate, setDuplicate] = useState<ListedParty>()
  const asked = usePaused(duplicate === undefined ? text.trim() : '')
  const { data: found = [] } = usePartySuggestions(accountId, asked)
  return (
    <Dialog title={texts.title(party.name)} onClose={onClose}>
      <p className="soft">{texts.text}</p>
      <SuggestField
        label={texts.duplicate}
        hint={texts.duplicateHint}
        maxLength={200}
        value={duplicate?.name ?? text}
        suggestions={asked === '' ? [] : found.filter(({ id }) => id !== party.id).map(partySuggestion)}
        onType={(typed) => {
          setText(typed)
          setDuplicate(undefined)
        }}
        onChoose={(chosen) => setDuplicate(chosen.party)}
      />
      {duplicate ? (
        <ChosenDuplicate
          key={duplicate.id}
          accountId={accountId}
          party={party}
          duplicateId={duplicate.id}
          onMerged={onMerged}
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

interface ChosenDuplicateProps extends MergeDialogProps {
  readonly duplicateId: ListedParty['id']
}

/** What the merge would do, and the button that does it. */
function ChosenDuplicate({ accountId, party, duplicateId, onMerged, onClose }: ChosenDuplicateProps) {
  const client = useQueryClient()
  const { parties } = hubOf(accountId)
  const preview = useQuery({
    queryKey: [...partyKey(accountId, party.id), 'merge', duplicateId],
    queryFn: ({ signal }) => parties.merge(party.id, { duplicate: duplicateId, dryRun: true }, { signal }),
    gcTime: 0,
  })
  const merge = useMutation({
    mutationFn: () => parties.merge(party.id, { duplicate: duplicateId }),
    onSuccess: (merged) => {
      client.setQueryData(partyKey(accountId, party.id), merged.party)
      void client.invalidateQueries({ queryKey: partiesKey(accountId) })
      onMerged()
      onClose()
    },
  })
  const error = merge.error ?? preview.error
  const isReady = preview.data !== undefined && preview.data.conflicts.length === 0
  return (
    <>
      {error && <FailureNotice error={error} />}
      {preview.data && <Preview merge={preview.data} />}
      <p className="row dialog-actions">
        <Button onClick={onClose}>{words.team.cancel}</Button>
        <Button look="danger" disabled={!isReady} isBusy={merge.isPending} onClick={() => merge.mutate()}>
          {texts.action}
        </Button>
      </p>
    </>
  )
}

function Preview({ merge: { conflicts, takenOver, releases } }: { readonly merge: PartyMerge }) {
  const { members } = texts
  if (conflicts.length > 0)
    return (
      <Notice tone="warn">
        <p>{texts.conflict}</p>
        <ul>
          {conflicts.map(({ member, party, duplicate }) => (
            <li key={member}>{texts.differs(members[member], party, duplicate)}</li>
          ))}
        </ul>
      </Notice>
    )
  const { submitted } = releases
  const following = releases.drafts + releases.unsubmittedChanges
  return (
    <Notice tone="info">
      <p>{takenOver.length === 0 ? texts.takesNothing : texts.takes(takenOver.map((member) => members[member]))}</p>
      {following > 0 && <p>{texts.follow(following)}</p>}
      {submitted > 0 && <p>{texts.keep(submitted)}</p>}
    </Notice>
  )
}
