import { textOf } from '../../../delivery/document/members.ts'
import { listWaiting } from '../../../delivery/waiting-tracks.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { placeOfFile } from '../remarks.ts'
import { WaitingAudio } from './waiting-audio.tsx'

/** Tracks of an imported draft whose audio is missing. */
export function WaitingTracks() {
  const { delivery, state } = useOpenedDelivery()
  const { waiting: texts } = deliverWords
  const tracks = listWaiting(state)
  if (tracks.length === 0) return null
  return (
    <section className="card stack tight" aria-labelledby="waiting-title">
      <h2 id="waiting-title">{texts.title}</h2>
      <p className="soft">{texts.lead(tracks.length)}</p>
      <ul className="rows">
        {tracks.map((track) => {
          const title = textOf(track.members.title)
          return (
            <li key={track.key} className="file-line warn" data-place={placeOfFile(track.fileKey)} tabIndex={-1}>
              <span className="mark" aria-hidden="true">
                ▲
              </span>
              <div className="release-text waiting-text">
                <bdi className="release-title">{title}</bdi>
                <WaitingAudio track={track} />
              </div>
              <span className="row tight file-actions">
                <Button
                  look="quiet"
                  aria-label={texts.removeOf(title)}
                  onClick={() => delivery.removeFile(track.fileKey)}
                >
                  {texts.remove}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
