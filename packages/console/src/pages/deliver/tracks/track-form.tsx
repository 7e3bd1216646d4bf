import type { DraftTrack } from '../../../delivery/document/draft.ts'
import { textOf } from '../../../delivery/document/members.ts'
import { trackSections } from '../../../delivery/document/release-fields.ts'
import { listWaiting } from '../../../delivery/waiting-tracks.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { Notice } from '../../../parts/layout/notice.tsx'
import { Sections } from '../../../parts/members/member-sections.tsx'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { WaitingAudio } from '../files/waiting-audio.tsx'
import { NeededHint } from '../form/needed-hint.tsx'
import { ReviewNotes } from '../review-notes.tsx'

export interface TrackFormProps {
  readonly track: DraftTrack
  /** There is no other track. */
  readonly isAlone: boolean
  readonly onCopied: () => void
}

/** The fields of a track, with what the reviewer wrote about it. */
export function TrackForm({ track, isAlone, onCopied }: TrackFormProps) {
  const { delivery, state } = useOpenedDelivery()
  const { key, members } = track
  const { tracks: texts } = deliverWords
  return (
    <div className="stack tight track-form">
      <ReviewNotes target={key} pointer="" />
      <ReviewNotes target={key} pointer="/uploadId" />
      {listWaiting(state).includes(track) && (
        <Notice tone="warn">
          <p>{deliverWords.waiting.ofTrack}</p>
          <WaitingAudio track={track} />
        </Notice>
      )}
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
