import { memo, useId, useMemo } from 'react'

export interface WaveformProps {
  /** Maximum levels of equal slices, 0-255; undefined if a list left them out. */
  readonly peaks: readonly number[] | undefined
  /** From 0 to 1. */
  readonly played?: number
}

const height = 64
const none: readonly number[] = []

/** The shape of the audio as the hub measured it: one path, of which the part that was played is drawn once more. */
export const Waveform = memo(({ peaks = none, played = 0 }: WaveformProps) => {
  const clip = useId()
  const path = useMemo(() => outlineOf(peaks), [peaks])
  const width = Math.max(1, peaks.length - 1)
  return (
    <svg className="waveform" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
      {played > 0 && (
        <>
          <clipPath id={clip}>
            <rect width={Math.min(1, played) * width} height={height} />
          </clipPath>
          <path d={path} className="waveform-played" clipPath={`url(#${clip})`} />
        </>
      )}
    </svg>
  )
})
Waveform.displayName = 'Waveform'

/** The levels from left to right above the middle, and back below it; silence stays a thin line. */
function outlineOf(peaks: readonly number[]): string {
  const reach = peaks.map((peak) => Math.max(0.75, (peak / 255) * (height / 2)))
  const above = reach.map((level, index) => `${index} ${round(height / 2 - level)}`)
  const below = reach.map((level, index) => `${index} ${round(height / 2 + level)}`).reverse()
  return peaks.length === 0 ? '' : `M${above.join('L')}L${below.join('L')}Z`
}

const round = (value: number): number => Math.round(value * 10) / 10
