import type { DraftTrack } from '../../../delivery/document/draft.ts'
import { textOf } from '../../../delivery/document/members.ts'
import { trackSections } from '../../../delivery/document/release-fields.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { deliverWords } from '../../../words/deliver-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { NeededHint } from '../form/needed-hint.tsx'
import { Sections } from '../form/sections.tsx'
import { ReviewNotes } from '../review-notes.tsx'

export interface TrackFormProps {
  readonly track: DraftTrack
  /** There is no other track. */
  readonly isAlone: boolean
  readonly onCopied: () => void
}

/** The fields of a track, with what the reviewer wrote about it. */
export function TrackForm({ track: { key, members }, isAlone, onCopied }: TrackFormProps) {
  const { delivery } = useOpenedDelivery()
  const { tracks: texts } = deliverWords
  return (
    <div className="stack tight track-form">
      <ReviewNotes target={key} pointer="" />
      <ReviewNotes target={key} pointer="/uploadId" />
      <form className="stack form" noValidate onSubmit={(event) => event.preventDefault()}>
        <NeededHint />
        <Sections sections={trackSections} target={key} members={members} owner={textOf(members.title)} />
        {!isAlone && (
          <p>
            <Button
              look="quiet"
              onClick={() => {
                delivery.copyToOthers(key)
                onCopied()
              }}
            >
              {texts.copyToOthers}
            </Button>
          </p>
        )}
      </form>
    </div>
  )
}
