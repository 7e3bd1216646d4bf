import { useState } from 'react'
import type { DraftTrack } from '../../../delivery/document/draft.ts'
import { trackSections } from '../../../delivery/document/release-fields.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { EmptyState } from '../../../parts/layout/empty-state.tsx'
import { deliverWords } from '../../../words/deliver-words.ts'
import { formatDuration } from '../../../words/words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { Sections } from '../form/sections.tsx'
import { ReviewNotes } from '../review-notes.tsx'
import { SuggestionsCard } from '../suggestions-card.tsx'
import { TrackSound } from '../track-sound.tsx'

/** The tracks in play order, with the remarks about each. */
export function TracksStep() {
  const { delivery, state } = useOpenedDelivery()
  const { tracks } = state.draft
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string>()
  const { tracks: texts } = deliverWords
  if (tracks.length === 0) return <EmptyState title={deliverWords.steps.tracks} text={texts.none} />
  const move = (track: DraftTrack, to: number): void => {
    delivery.moveTrack(track.key, to)
    setSaid(texts.moved(titleOf(track), to + 1, tracks.length))
  }
  return (
    <>
      <SuggestionsCard isOfTracks />
      <p className="soft">{texts.lead}</p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ol className="stack">
        {tracks.map((track, index) => (
          <li
            key={track.key}
            className="card stack tight"
            data-dragged={dragged === track.key || undefined}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              const source = tracks.find(({ key }) => key === dragged)
              if (source && source !== track) move(source, index)
            }}
            onDrop={(event) => event.preventDefault()}
          >
            <TrackHead
              track={track}
              index={index}
              count={tracks.length}
              onMove={(to) => move(track, to)}
              onDrag={(isDragged) => setDragged(isDragged ? track.key : undefined)}
            />
            <ReviewNotes target={track.key} pointer="" />
            <ReviewNotes target={track.key} pointer="/uploadId" />
            <form className="stack form" noValidate onSubmit={(event) => event.preventDefault()}>
              <Sections sections={trackSections} target={track.key} members={track.members} owner={titleOf(track)} />
              {tracks.length > 1 && (
                <p>
                  <Button
                    look="quiet"
                    onClick={() => {
                      delivery.copyToOthers(track.key)
                      setSaid(texts.copied)
                    }}
                  >
                    {texts.copyToOthers}
                  </Button>
                </p>
              )}
            </form>
          </li>
        ))}
      </ol>
    </>
  )
}

const titleOf = ({ members }: DraftTrack): string => (typeof members.title === 'string' ? members.title : '')

interface TrackHeadProps {
  readonly track: DraftTrack
  readonly index: number
  readonly count: number
  readonly onMove: (to: number) => void
  readonly onDrag: (isDragged: boolean) => void
}

function TrackHead({ track, index, count, onMove, onDrag }: TrackHeadProps) {
  const { state } = useOpenedDelivery()
  const { tracks: texts } = deliverWords
  const row = state.files.find(({ key }) => key === track.fileKey)
  const technical = row?.upload?.technical
  const title = titleOf(track)
  return (
    <div className="track-head" data-place={track.key} tabIndex={-1}>
      <span
        className="grip"
        draggable
        title={texts.drag}
        aria-hidden="true"
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', title)
          onDrag(true)
        }}
        onDragEnd={() => onDrag(false)}
      >
        ⠿
      </span>
      <h2>
        <span className="figures">{index + 1}</span> <bdi>{title}</bdi>
      </h2>
      <span className="track-sound">
        {technical?.kind === 'audio' ? (
          <TrackSound row={row} title={title} />
        ) : (
          <bdi className="small soft">{row && texts.file(row.name)}</bdi>
        )}
      </span>
      <span className="figures small soft">{row?.durationMs === undefined ? '' : formatDuration(row.durationMs)}</span>
      <span className="row tight">
        <Button aria-label={texts.upOf(title)} disabled={index === 0} onClick={() => onMove(index - 1)}>
          ↑
        </Button>
        <Button aria-label={texts.downOf(title)} disabled={index === count - 1} onClick={() => onMove(index + 1)}>
          ↓
        </Button>
      </span>
    </div>
  )
}
