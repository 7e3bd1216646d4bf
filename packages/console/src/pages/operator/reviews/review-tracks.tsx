import type { Track, Upload } from '@spindle/client'
import type { ReviewDetail } from '../../../data/api/operator-api.ts'
import { reviewFile } from '../../../data/api/operator-api.ts'
import { PlayableWaveform } from '../../../parts/player/playable-waveform.tsx'
import { Waveform } from '../../../parts/player/waveform.tsx'
import { writeValue } from '../../../words/account/member-words.ts'
import { operatorWords } from '../../../words/operator/operator-words.ts'
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
            track={track}
            upload={known.get(track.uploadId ?? '')}
            artist={release.displayArtist}
            source={
              isWaiting && track.uploadId !== undefined ? reviewFile(release.id, 'audio', track.uploadId) : undefined
            }
          />
        ))}
      </ol>
    </section>
  )
}

interface TrackRowProps {
  readonly track: Track
  readonly upload: Upload | undefined
  /** Of the release. */
  readonly artist: string | undefined
  /** The address at which its master is played; undefined once it is closed. */
  readonly source: string | undefined
}

function TrackRow({ track, upload, artist, source }: TrackRowProps) {
  const people = writeValue('contributors', track.contributors)
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
        {people !== '' && (
          <>
            <bdi>{people}</bdi> ·{' '}
          </>
        )}
        {track.isrc === undefined ? words.release.trackList.isrcLater : words.release.trackList.isrc(track.isrc)}
      </p>
      <Sound track={track} upload={upload} artist={artist} source={source} />
    </li>
  )
}

function Sound({ track, upload, artist, source }: TrackRowProps) {
  const { trackList } = words.release
  const technical = upload?.technical
  if (technical?.kind !== 'audio') return <p className="small soft">{trackList.analysing}</p>
  const { peaks, integratedLufs, truePeakDbtp, container, bitDepth, sampleRate } = technical
  const { id, title, displayArtist = artist, durationMs } = track
  return (
    <div>
      {source === undefined ? (
        <Waveform peaks={peaks} />
      ) : (
        <PlayableWaveform playable={{ id, source, title, artist: displayArtist, durationMs }} peaks={peaks} />
      )}
      <p className="small soft figures">
        {trackList.format(container, bitDepth, sampleRate / 1000)}
        {integratedLufs !== null && truePeakDbtp !== null && ` · ${trackList.loudness(integratedLufs, truePeakDbtp)}`}
      </p>
    </div>
  )
}
