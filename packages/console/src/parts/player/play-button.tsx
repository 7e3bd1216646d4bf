import { words } from '../../words/words.ts'
import { type Playable, togglePlayable, usePlayer } from './player.ts'

/** Plays one track, or stops it. It keeps playing in the bar at the bottom of the window. */
export function PlayButton({ playable }: { readonly playable: Playable }) {
  const player = usePlayer()
  const isPlaying = player.isPlaying && player.playable?.id === playable.id
  const text = isPlaying ? words.player.pause(playable.title) : words.player.play(playable.title)
  return (
    <button type="button" className="play" aria-label={text} onClick={() => togglePlayable(playable)}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={isPlaying ? 'M6 4h3v12H6ZM11 4h3v12h-3Z' : 'M6.5 3.8 16 10l-9.5 6.2Z'} />
      </svg>
    </button>
  )
}
