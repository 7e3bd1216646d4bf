import type { Track, Upload } from '@spindle/client'
import type { ReviewDetail } from '../../../data/operator-api.ts'
import { reviewFile } from '../../../data/operator-api.ts'
import { Waveform } from '../../../parts/waveform.tsx'
import { operatorWords } from '../../../words/operator-words.ts'
import { formatDuration, words } from '../../../words/words.ts'

const texts = operatorWords.reviews

/** The recordings in order, each with what was measured and, while the release waits, its sound. */
export function ReviewTracks({ review: { release, uploads, isWaiting } }: { readonly review: ReviewDetail }) {
  const known = new Map<string, Upload>(uploads.map((upload) => [upload.id, upload]))
  return (
    <section className="card stack tight" aria-labelledby="review-tracks">
      <h3 id="review-tracks">{texts.tracks}</h3>
      <ol className="rows">
        {release.tracks.map((track) => (
          <TrackRow
            key={track.id}
            releaseId={release.id}
            track={track}
            upload={known.get(track.uploadId)}
            isWaiting={isWaiting}
          />
        ))}
      </ol>
    </section>
  )
}

interface TrackRowProps {
  readonly releaseId: string
  readonly track: Track
  readonly upload: Upload | undefined
  readonly isWaiting: boolean
}

function TrackRow({ releaseId, track, upload, isWaiting }: TrackRowProps) {
  const people = (track.contributors ?? []).map(({ name, role }) => `${name} (${role.replaceAll('_', ' ')})`)
  return (
    <li className="stack tight">
      <p className="row">
        <span className="figures soft">{track.number}</span>
        <bdi className="grow release-title">
          {track.title}
          {track.version !== undefined && <span className="regular soft"> ({track.version})</span>}
        </bdi>
        <span className="figures">{track.durationMs === null ? '–' : formatDuration(track.durationMs)}</span>
      </p>
      <p className="small soft">
        {people.length > 0 && (
          <>
            <bdi>{people.join(', ')}</bdi> ·{' '}
          </>
        )}
        {track.isrc === undefined ? words.release.trackList.isrcLater : words.release.trackList.isrc(track.isrc)}
      </p>
      <Measured upload={upload} />
      {isWaiting && (
        // biome-ignore lint/a11y/useMediaCaption: music that is reviewed has no captions
        <audio
          className="review-audio"
          controls
          preload="none"
          src={reviewFile(releaseId, 'audio', track.uploadId)}
          aria-label={texts.listen(track.title)}
        />
      )}
    </li>
  )
}

function Measured({ upload }: { readonly upload: Upload | undefined }) {
  const { trackList } = words.release
  const technical = upload?.technical
  if (technical?.kind !== 'audio') return <p className="small soft">{trackList.analysing}</p>
  const { peaks, integratedLufs, truePeakDbtp, container, bitDepth, sampleRate } = technical
  return (
    <div>
      <Waveform peaks={peaks} />
      <p className="small soft figures">
        {trackList.format(container, bitDepth, sampleRate / 1000)}
        {integratedLufs !== null && truePeakDbtp !== null && ` · ${trackList.loudness(integratedLufs, truePeakDbtp)}`}
      </p>
    </div>
  )
}
