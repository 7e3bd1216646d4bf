import type { Release } from '@spindle/client'
import { useState } from 'react'
import { operatorApi } from '../../../data/api/operator-api.ts'
import { Select, TextArea } from '../../../parts/forms/field.tsx'
import { Button } from '../../../parts/layout/button.tsx'
import { labelOf, memberWords } from '../../../words/account/member-words.ts'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'
import type { ReviewDialogProps } from './reject-dialog.tsx'

const texts = operatorWords.reviews
const releaseFields = [
  'title',
  'displayArtist',
  'contributors',
  'label',
  'coverUploadId',
  'releaseDate',
  'genre',
  'territories',
  'pLine',
  'cLine',
  'upc',
  'explicit',
] as const
const trackFields = ['title', 'uploadId', 'contributors', 'explicit', 'isrc'] as const

interface Note {
  readonly key: number
  readonly pointer: string
  readonly note: string
}

const maxNotes = 100

/** Notes at places of the release, which the label sees at the fields to fix. */
export function ChangesDialog({ release, onDone, onClose }: ReviewDialogProps) {
  const [notes, setNotes] = useState<readonly Note[]>([{ key: 0, pointer: '', note: '' }])
  const [isChecked, setChecked] = useState(false)
  const change = (key: number, part: Partial<Note>): void =>
    setNotes((before) => before.map((note) => (note.key === key ? { ...note, ...part } : note)))
  const nextKey = (notes.at(-1)?.key ?? 0) + 1
  return (
    <AskDialog
      title={texts.askTitle}
      text={texts.askText}
      action={texts.send}
      check={() => {
        setChecked(true)
        return notes.every(({ note }) => note.trim() !== '')
      }}
      work={() =>
        operatorApi.requestChanges(
          release.id,
          release.revision,
          notes.map(({ pointer, note }) => ({ pointer, note: note.trim() })),
        )
      }
      onDone={onDone}
      onClose={onClose}
    >
      {notes.map(({ key, pointer, note }, index) => (
        <fieldset key={key} className="stack tight note" aria-label={`${texts.note} ${index + 1}`}>
          <Select
            label={texts.place}
            value={pointer}
            onChange={({ currentTarget: { value } }) => change(key, { pointer: value })}
          >
            <Places release={release} />
          </Select>
          <TextArea
            label={texts.note}
            problem={isChecked && note.trim() === '' ? texts.noteMissing : undefined}
            value={note}
            maxLength={1000}
            onChange={({ currentTarget: { value } }) => change(key, { note: value })}
          />
          {notes.length > 1 && (
            <p>
              <Button look="quiet" onClick={() => setNotes(notes.filter((other) => other.key !== key))}>
                {texts.removeNote(index + 1)}
              </Button>
            </p>
          )}
        </fieldset>
      ))}
      {notes.length < maxNotes && (
        <p>
          <Button onClick={() => setNotes([...notes, { key: nextKey, pointer: '', note: '' }])}>{texts.another}</Button>
        </p>
      )}
    </AskDialog>
  )
}

const Places = ({ release }: { readonly release: Release }) => (
  <>
    <option value="">{memberWords.wholeRelease}</option>
    {releaseFields.map((field) => (
      <option key={field} value={`/${field}`}>
        {labelOf(field)}
      </option>
    ))}
    {release.tracks.map(({ id, number, title }, index) => (
      <optgroup key={id} label={memberWords.wholeTrack(number, title)}>
        {trackFields.map((field) => (
          <option key={field} value={`/tracks/${index}/${field}`}>
            {memberWords.inTrack(number, title, labelOf(field))}
          </option>
        ))}
      </optgroup>
    ))}
  </>
)
