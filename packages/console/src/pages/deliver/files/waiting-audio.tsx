import type { DraftTrack } from '../../../delivery/document/draft.ts'
import { textOf } from '../../../delivery/document/members.ts'
import { listFileNames } from '../../../delivery/waiting-tracks.ts'
import { FileButton } from '../../../parts/forms/choose-files.tsx'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { audioFiles } from './drop-zone.tsx'

/** The file that a track waits for: the names it can have, and a button to choose it. */
export function WaitingAudio({ track }: { readonly track: DraftTrack }) {
  const { delivery, state } = useOpenedDelivery()
  const { waiting: texts } = deliverWords
  const names = listFileNames(state.draft, track)
  return (
    <div className="row">
      <FileButton
        label={texts.choose}
        ariaLabel={texts.chooseOf(textOf(track.members.title))}
        accept={audioFiles}
        isSingle
        onChoose={(chosen) => void delivery.replaceFile(track.fileKey, chosen)}
      />
      {names.length > 0 && <bdi className="small soft">{texts.names(names)}</bdi>}
    </div>
  )
}
