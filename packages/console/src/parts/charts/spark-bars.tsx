export interface SparkBarsProps {
  /** What the bars show as a whole, for people who do not see them. */
  readonly label: string
  readonly values: readonly number[]
}

const width = 280
const height = 56
const gap = 2

/** Small bars without an axis: the shape of four weeks. The numbers are beside it. */
export function SparkBars({ label, values }: SparkBarsProps) {
  const most = Math.max(1, ...values)
  const step = width / Math.max(1, values.length)
  const bars = values.map((value, index) => {
    const tall = Math.max(value > 0 ? 2 : 1, (value / most) * height)
    return `M${index * step} ${height}v${-tall}h${Math.max(1, step - gap)}v${tall}z`
  })
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={bars.join('')} />
    </svg>
  )
}
