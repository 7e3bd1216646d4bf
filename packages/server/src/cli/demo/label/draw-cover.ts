import sharp from 'sharp'

/** Covers of the demo: each has different colours and a different figure, drawn as SVG in the size stores require. */

const size = 3_000

const figures = ['rings', 'bars', 'hills', 'tiles'] as const
export type Figure = (typeof figures)[number]

export interface CoverPlan {
  readonly figure: Figure
  /** Degrees on the colour wheel. */
  readonly hue: number
}

/** JPEG. */
export function drawCover({ figure, hue }: CoverPlan): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <defs><linearGradient id="ground" x1="0" y1="0" x2="0.4" y2="1">
      <stop offset="0" stop-color="${colour(hue, 45, 22)}"/><stop offset="1" stop-color="${colour(hue + 40, 55, 48)}"/>
    </linearGradient></defs>
    <rect width="${size}" height="${size}" fill="url(#ground)"/>${draw[figure](hue)}</svg>`
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 82 }).toBuffer()
}

const colour = (hue: number, saturation: number, light: number): string =>
  `hsl(${((hue % 360) + 360) % 360}, ${saturation}%, ${light}%)`

const repeat = (count: number, shape: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => shape(index)).join('')

const draw: Readonly<Record<Figure, (hue: number) => string>> = {
  rings: (hue) =>
    repeat(
      9,
      (index) =>
        `<circle cx="${1_500 + index * 60}" cy="${1_500 - index * 40}" r="${1_300 - index * 135}" fill="none"
          stroke="${colour(hue + 180 + index * 6, 70, 70)}" stroke-width="${34 - index * 2}"/>`,
    ),
  bars: (hue) =>
    repeat(13, (index) => {
      const tall = 500 + ((index * 733) % 1_700)
      return `<rect x="${160 + index * 212}" y="${2_800 - tall}" width="130" height="${tall}" rx="65"
        fill="${colour(hue + 150 + index * 5, 65, 68)}" opacity="${0.6 + (index % 4) * 0.1}"/>`
    }),
  hills: (hue) =>
    `<circle cx="2150" cy="900" r="360" fill="${colour(hue + 190, 80, 82)}"/>${repeat(
      6,
      (index) =>
        `<path d="M0 ${1_500 + index * 240} Q ${500 + index * 160} ${1_050 + index * 230} 1400 ${1_560 + index * 220}
          T 3000 ${1_420 + index * 250} V3000 H0 Z" fill="${colour(hue - index * 9, 42, 40 - index * 5)}"/>`,
    )}`,
  tiles: (hue) =>
    repeat(36, (index) => {
      const [column, row] = [index % 6, Math.floor(index / 6)]
      const isRound = (column * 7 + row * 5) % 3 === 0
      return `<rect x="${column * 500 + 30}" y="${row * 500 + 30}" width="440" height="440" rx="${isRound ? 220 : 24}"
        fill="${colour(hue + ((column * 31 + row * 53) % 120), 58, 40 + ((column + row * 2) % 5) * 9)}"/>`
    }),
}
