import { useEffect, useState } from 'react'
import type { DraftTrack } from '../../../delivery/document/draft.ts'
import { textOf } from '../../../delivery/document/members.ts'
import { EmptyState } from '../../../parts/layout/empty-state.tsx'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { SuggestionsCard } from '../suggestions-card.tsx'
import { TrackForm } from '../tracks/track-form.tsx'
import { TrackHead } from '../tracks/track-head.tsx'

/** The tracks in play order, a row each, of which one is open. */
export function TracksStep() {
  const { delivery, state } = useOpenedDelivery()
  const { tracks } = state.draft
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string>()
  const [openKey, setOpenKey] = useOpenTrack(tracks)
  const { tracks: texts } = deliverWords
  if (tracks.length === 0) return <EmptyState title={deliverWords.steps.tracks} text={texts.none} />
  const move = (track: DraftTrack, to: number): void => {
    delivery.moveTrack(track.key, to)
    setSaid(texts.moved(textOf(track.members.title), to + 1, tracks.length))
  }
  return (
    <>
      <SuggestionsCard isOfTracks />
      <p className="soft">{texts.lead}</p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ol className="track-list">
        {tracks.map((track, index) => (
          <li
            key={track.key}
            data-open={track.key === openKey || undefined}
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
              isOpen={track.key === openKey}
              onToggle={() => setOpenKey(track.key === openKey ? undefined : track.key)}
              onMove={(to) => move(track, to)}
              onDrag={(isDragged) => setDragged(isDragged ? track.key : undefined)}
            />
            {track.key === openKey && (
              <TrackForm track={track} isAlone={tracks.length === 1} onCopied={() => setSaid(texts.copied)} />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The only track, or the one that a link leads to; else none until one is chosen. */
function useOpenTrack(tracks: readonly DraftTrack[]) {
  const [openKey, setOpenKey] = useState(
    () => trackOfLink(tracks) ?? (tracks.length === 1 ? tracks[0]?.key : undefined),
  )
  useEffect(() => {
    const openLinked = (): void => {
      const linked = trackOfLink(tracks)
      if (linked !== undefined) setOpenKey(linked)
    }
    openLinked()
    addEventListener('hashchange', openLinked)
    return () => removeEventListener('hashchange', openLinked)
  }, [tracks])
  return [openKey, setOpenKey] as const
}

/** Links name a place of the form, which begins with the key of its track. */
function trackOfLink(tracks: readonly DraftTrack[]): string | undefined {
  const place = decodeURIComponent(location.hash.slice(1))
  return tracks.find(({ key }) => place === key || place.startsWith(`${key}/`))?.key
}
