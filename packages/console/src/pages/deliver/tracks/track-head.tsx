import type { DraftTrack } from '../../../delivery/document/draft.ts'
import { textOf } from '../../../delivery/document/members.ts'
import { stateOf } from '../../../delivery/file-row.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { formatDuration } from '../../../words/words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { countMissing } from '../form/needs.ts'
import { TrackSound } from '../track-sound.tsx'

export interface TrackHeadProps {
  readonly track: DraftTrack
  readonly index: number
  readonly count: number
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onMove: (to: number) => void
  readonly onDrag: (isDragged: boolean) => void
}

/** A track as a row: number, title, sound, length and what is still to do. The title opens its fields. */
export function TrackHead({ track, index, count, isOpen, onToggle, onMove, onDrag }: TrackHeadProps) {
  const { state } = useOpenedDelivery()
  const { tracks: texts } = deliverWords
  const row = state.files.find(({ key }) => key === track.fileKey)
  const isAudible = row?.upload?.technical?.kind === 'audio'
  const title = textOf(track.members.title)
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
        <button type="button" className="track-toggle" aria-expanded={isOpen} onClick={onToggle}>
          <span className="figures">{index + 1}</span> <bdi>{title}</bdi>
        </button>
      </h2>
      <span className="track-sound">
        {isAudible ? (
          <TrackSound row={row} title={title} />
        ) : (
          <bdi className="small soft">{row && texts.file(row.name)}</bdi>
        )}
      </span>
      <span className="figures small soft">{row?.durationMs === undefined ? '' : formatDuration(row.durationMs)}</span>
      <TrackState track={track} />
      <span className="row tight">
        <Button look="quiet" aria-label={texts.upOf(title)} disabled={index === 0} onClick={() => onMove(index - 1)}>
          ↑
        </Button>
        <Button
          look="quiet"
          aria-label={texts.downOf(title)}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          ↓
        </Button>
      </span>
    </div>
  )
}

/** What stands between the track and submitting: its file, then what the hub found, then empty fields. */
function TrackState({ track }: { readonly track: DraftTrack }) {
  const { state, remarks, isReviewed } = useOpenedDelivery()
  const { tracks: texts, files } = deliverWords
  const row = state.files.find(({ key }) => key === track.fileKey)
  const file = row && stateOf(row)
  const errors = remarks.filter(({ target, severity }) => target === track.key && severity === 'error').length
  const missing = countMissing(state.draft, track.key)
  if (track.lacksAudio && !row) return <span className="chip warn">{texts.audioMissing}</span>
  if (file === 'rejected' || file === 'lost' || file === 'unfinished' || file === 'refused')
    return <span className="chip danger">{file === 'rejected' ? files.states.rejected : texts.notSent}</span>
  if (isReviewed && errors > 0) return <span className="chip danger">{texts.toFix(errors)}</span>
  if (missing > 0) return <span className="chip warn">{texts.toFill(missing)}</span>
  if (file === undefined || file === 'ready') return <span className="chip good">{files.states.ready}</span>
  return <span className="chip info">{file === 'checking' ? files.states.checking : texts.uploading}</span>
}
