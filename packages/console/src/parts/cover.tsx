/** What stands for a cover: rings drawn from the id, so that every release has its own, and always the same one. */
export interface CoverProps {
  readonly id: string
  readonly title: string
  readonly size: 'small' | 'large'
}

export function Cover({ id, title, size }: CoverProps) {
  const seed = hash(id)
  const hue = seed % 12
  const rings = [44, 33, 22].map((radius, index) => ({
    radius: radius - ((seed >> (index * 3)) % 5),
    turn: (seed >> (index * 4)) % 360,
    length: 200 + ((seed >> (index * 2)) % 130),
  }))
  return (
    <svg className={`cover ${size}`} data-hue={hue} viewBox="0 0 100 100" aria-hidden="true">
      <rect width="100" height="100" className="cover-ground" />
      {rings.map(({ radius, turn, length }) => (
        <circle
          key={radius}
          cx="50"
          cy="50"
          r={radius}
          className="cover-ring"
          pathLength="360"
          strokeDasharray={`${length} 360`}
          transform={`rotate(${turn} 50 50)`}
        />
      ))}
      <text x="50" y="50" className="cover-letter" textAnchor="middle" dominantBaseline="central">
        {firstLetter(title)}
      </text>
    </svg>
  )
}

/** The first letter or digit as people see it, in any script. */
const firstLetter = (title: string): string => /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0]?.toLocaleUpperCase() ?? '·'

function hash(text: string): number {
  let value = 7
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647
  return value
}
