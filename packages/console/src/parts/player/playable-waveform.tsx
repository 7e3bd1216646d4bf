import { words } from '../../words/words.ts'
import { PlayButton } from './play-button.tsx'
import { type Playable, usePlayer } from './player.ts'
import { SeekSlider } from './seek-slider.tsx'
import { Waveform } from './waveform.tsx'

export interface PlayableWaveformProps {
  readonly playable: Playable
  /** Maximum levels of equal slices, 0-255; undefined if a list left them out. */
  readonly peaks: readonly number[] | undefined
}

/** A track to listen to: its shape, with the slider laid over it, so that a press in the shape plays from there. */
export function PlayableWaveform({ playable, peaks }: PlayableWaveformProps) {
  const player = usePlayer()
  const isCurrent = player.playable?.id === playable.id
  const played = isCurrent && player.length > 0 ? player.position / player.length : 0
  return (
    <fieldset className="listen">
      <legend className="visually-hidden">{words.player.listen(playable.title)}</legend>
      <PlayButton playable={playable} />
      <span className="listen-shape">
        <Waveform peaks={peaks} played={played} />
        <SeekSlider playable={playable} />
      </span>
    </fieldset>
  )
}
