import type { KeyboardEvent } from 'react'
import { formatDuration, words } from '../../words/words.ts'
import { type Playable, seekPlayable, togglePlayable, usePlayer } from './player.ts'

export interface SeekSliderProps {
  readonly playable: Playable
}

const stepSeconds = 5

/** Its position, as the platform's own slider: by pointer, by arrows in steps of five seconds, and Space plays. */
export function SeekSlider({ playable }: SeekSliderProps) {
  const player = usePlayer()
  const isCurrent = player.playable?.id === playable.id
  const length = isCurrent && player.length > 0 ? player.length : (playable.durationMs ?? 0) / 1000
  const position = isCurrent ? Math.min(player.position, length) : 0
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = keySteps[event.key]
    if (steps !== undefined) seekPlayable(playable, position + steps * stepSeconds)
    else if (event.key === ' ') togglePlayable(playable)
    else return
    event.preventDefault()
  }
  return (
    <input
      type="range"
      className="seek"
      min={0}
      max={length}
      step="any"
      value={position}
      disabled={length === 0}
      aria-label={words.player.position(playable.title)}
      aria-valuetext={words.player.at(formatDuration(position * 1000), formatDuration(length * 1000))}
      onChange={({ currentTarget }) => seekPlayable(playable, currentTarget.valueAsNumber)}
      onKeyDown={onKeyDown}
    />
  )
}

const keySteps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }
