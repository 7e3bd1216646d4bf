import { useEffect } from 'react'
import { formatDuration, words } from '../../words/words.ts'
import { Button } from '../layout/button.tsx'
import { PlayButton } from './play-button.tsx'
import { closePlayer, togglePlayable, usePlayer } from './player.ts'
import { SeekSlider } from './seek-slider.tsx'

/** What is playing, at the bottom of the window; it stays when the page changes. Hidden once the player is closed. */
export function PlayerBar() {
  const { playable, position, length, hasFailed } = usePlayer()
  useEffect(() => closePlayer, [])
  useSpace()
  if (!playable) return null
  return (
    <section className="player" aria-label={words.player.label}>
      <PlayButton playable={playable} />
      <p className="player-title">
        <bdi>{playable.title}</bdi>
        {playable.artist && (
          <span className="small soft">
            {' '}
            <bdi>{playable.artist}</bdi>
          </span>
        )}
      </p>
      {hasFailed ? (
        <p className="small player-failed" role="alert">
          {words.player.failed}
        </p>
      ) : (
        <SeekSlider playable={playable} />
      )}
      <span className="small figures soft player-time">
        {formatDuration(position * 1000)} / {formatDuration(length * 1000)}
      </span>
      <Button look="quiet" aria-label={words.player.close} onClick={closePlayer}>
        <span aria-hidden="true">✕</span>
      </Button>
    </section>
  )
}

/** Space plays and stops wherever it means nothing else. */
function useSpace(): void {
  const { playable } = usePlayer()
  useEffect(() => {
    if (!playable) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      const isElsewhere = event.target instanceof Element && event.target.closest(takesSpace) !== null
      if (event.key !== ' ' || event.defaultPrevented || isElsewhere) return
      event.preventDefault()
      togglePlayable(playable)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [playable])
}

const takesSpace = 'input, textarea, select, button, a, summary, dialog, [contenteditable], [role="slider"]'
