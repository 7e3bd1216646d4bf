export interface WaveformProps {
  readonly label: string
  /** Maximum levels of equal slices, 0-255. */
  readonly peaks: readonly number[]
}

const bars = 160
const height = 32

/** The shape of the audio as the hub measured it, as one path. */
export function Waveform({ label, peaks }: WaveformProps) {
  const levels = Array.from({ length: bars }, (_, index) => {
    const slice = peaks.slice(
      Math.floor((index * peaks.length) / bars),
      Math.max(Math.floor(((index + 1) * peaks.length) / bars), Math.floor((index * peaks.length) / bars) + 1),
    )
    return Math.max(1, (Math.max(0, ...slice) / 255) * height)
  })
  const path = levels.map((level, index) => `M${index * 2 + 0.5} ${(height - level) / 2}v${level}`).join('')
  return (
    <svg
      className="waveform"
      viewBox={`0 0 ${bars * 2} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}
