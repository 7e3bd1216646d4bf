import { useEffect, useRef, useState } from 'react'
import { axisTicks } from './axis-ticks.ts'

export interface ChartPoint {
  /** As the axis shows it. */
  readonly name: string
  readonly value: number
  /** In the previous period; null if there is none to compare with. */
  readonly before: number | null
}

export interface LineChartProps {
  /** What the line is about. */
  readonly label: string
  readonly points: readonly ChartPoint[]
  /** A point in words, for who reads it by keyboard or pointer. */
  readonly describe: (point: ChartPoint) => string
  readonly formatValue: (value: number) => string
}

const height = 220
const edge = { top: 12, right: 12, bottom: 28, left: 52 }

/**
 * A line over time, with the previous period as a dashed line. The points are read by a range input over the
 * whole chart: arrow keys, pointer and screen readers all use what the platform has.
 */
export function LineChart({ label, points, describe, formatValue }: LineChartProps) {
  const [width, box] = useWidth()
  const [chosen, setChosen] = useState<number>()
  const last = points.length - 1
  const at = chosen === undefined ? undefined : points[Math.min(chosen, last)]
  const ticks = axisTicks(Math.max(0, ...points.flatMap(({ value, before }) => [value, before ?? 0])))
  const top = ticks.at(-1) ?? 1
  const x = (index: number): number => edge.left + (index / Math.max(1, last)) * (width - edge.left - edge.right)
  const y = (value: number): number => height - edge.bottom - (value / top) * (height - edge.top - edge.bottom)
  /** Without a line where there is no value. */
  const path = (values: readonly (number | null)[]): string =>
    values
      .map((value, index) => {
        if (value === null) return ''
        return `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`
      })
      .join('')
  const hasBefore = points.some(({ before }) => before !== null)
  return (
    <div className="chart" ref={box}>
      <svg width={width} height={height} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="chart-grid" x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} />
            <text className="chart-tick" x={edge.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
              {formatValue(tick)}
            </text>
          </g>
        ))}
        {namedPoints(points.length, width).map((index) => (
          <text
            key={index}
            className="chart-tick"
            x={x(index)}
            y={height - 8}
            textAnchor={index === 0 ? 'start' : index === last ? 'end' : 'middle'}
          >
            {points[index]?.name}
          </text>
        ))}
        {hasBefore && <path className="chart-before" d={path(points.map(({ before }) => before))} />}
        <path className="chart-line" d={path(points.map(({ value }) => value))} />
        {at && chosen !== undefined && (
          <g>
            <line className="chart-cursor" x1={x(chosen)} x2={x(chosen)} y1={edge.top} y2={height - edge.bottom} />
            <circle className="chart-dot" cx={x(chosen)} cy={y(at.value)} r="4" />
          </g>
        )}
      </svg>
      <input
        className="chart-reader"
        type="range"
        min="0"
        max={last}
        value={chosen ?? last}
        aria-label={label}
        aria-valuetext={describe(at ?? points[last] ?? { name: '', value: 0, before: null })}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        onFocus={() => setChosen(chosen ?? last)}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left } = currentTarget.getBoundingClientRect()
          const share = (clientX - left - edge.left) / (width - edge.left - edge.right)
          setChosen(Math.min(last, Math.max(0, Math.round(share * last))))
        }}
      />
      <p className="chart-read small figures" aria-hidden="true">
        {at ? describe(at) : ' '}
      </p>
    </div>
  )
}

/** Of a name, with some space. */
const nameWidth = 110

/**
 * The first, the last, and as many between them as have room: from the first and the last, which are written inwards, to
 * a name in the middle it is one and a half of them.
 */
function namedPoints(count: number, width: number): number[] {
  if (count < 2) return count === 0 ? [] : [0]
  const room = width - edge.left - edge.right
  const names = Math.max(2, Math.min(count, Math.floor(room / (1.5 * nameWidth)) + 1))
  return [...new Set(Array.from({ length: names }, (_, index) => Math.round((index * (count - 1)) / (names - 1))))]
}

/** Drawn in the pixels there are, so that letters keep their shape. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(640)
  useEffect(() => {
    const watched = box.current
    if (!watched) return undefined
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(240, Math.floor(entry.contentRect.width))),
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  return [width, box] as const
}
