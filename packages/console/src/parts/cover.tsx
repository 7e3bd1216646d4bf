import type { ImageSize } from '@spindle/client'
import { useState } from 'react'
import { imageAddress } from '../data/addresses.ts'

export interface CoverProps {
  readonly id: string
  readonly title: string
  readonly size: 'small' | 'large'
  /** The address of the picture; a placeholder is drawn without one. */
  readonly picture?: Picture | undefined
}

/** The cover, or a placeholder without one. Decoration: the title is beside it. */
export function Cover({ id, title, size, picture }: CoverProps) {
  const [failed, setFailed] = useState<string>()
  if (!picture || failed === picture.uploadId) return <DrawnCover id={id} title={title} size={size} />
  const [once, twice] = widths[size]
  const address = (width: ImageSize): string => imageAddress(picture.accountId, picture.uploadId, width)
  return (
    <img
      className={`cover ${size}`}
      alt=""
      loading="lazy"
      decoding="async"
      src={address(once)}
      srcSet={`${address(once)} 1x, ${address(twice)} 2x`}
      onError={() => setFailed(picture.uploadId)}
    />
  )
}

/** An uploaded picture of an account. */
export interface Picture {
  readonly accountId: string
  readonly uploadId: string
}

/** The picture of whatever has a cover, or undefined. */
export const pictureOf = (
  accountId: string,
  { coverUploadId }: { readonly coverUploadId?: string | null | undefined },
): Picture | undefined => (coverUploadId ? { accountId, uploadId: coverUploadId } : undefined)

const widths = { small: [64, 256], large: [256, 640] } as const satisfies Record<
  string,
  readonly [ImageSize, ImageSize]
>

/** Rings drawn from the id, so that every release has its own, and always the same one. */
function DrawnCover({ id, title, size }: Omit<CoverProps, 'picture'>) {
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
