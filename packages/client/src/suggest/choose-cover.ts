import { extensionOf } from './file-kind.ts'
import type { DeliveryFile } from './master.ts'

/** Which picture is the cover. The person is not asked, so the result says what was chosen and why. */

export interface CoverChoice<File extends DeliveryFile = DeliveryFile> {
  readonly cover: File | undefined
  readonly note: string | undefined
}

/** In the order of their weight. */
const names = ['cover', 'front', 'folder', 'artwork', 'album', 'albumart']
const formats = ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'webp']

export function chooseCover<File extends DeliveryFile>(images: readonly File[]): CoverChoice<File> {
  const ranked = images.map((file) => ({ file, rank: rankOf(file.name) })).sort((a, b) => compare(a.rank, b.rank))
  const best = ranked[0]
  if (!best) return { cover: undefined, note: undefined }
  const others = ranked.slice(1).map(({ file }) => file.name)
  if (others.length === 0) return { cover: best.file, note: undefined }
  const why = best.rank[0] < names.length ? 'because of its name' : 'because it comes first'
  return {
    cover: best.file,
    note: `${best.file.name} is used as the cover ${why}, not ${others.join(', ')}.`,
  }
}

type Rank = readonly [name: number, depth: number, format: number]

/** `cover.jpg` before `cover-back.jpg`, `front (1).png` with `front`, files beside the discs before those in them. */
function rankOf(name: string): Rank {
  const base = name.split('/').at(-1)?.toLowerCase() ?? ''
  const stem = base.replace(/\.[^.]+$/, '')
  const exact = names.indexOf(stem)
  const begins = names.findIndex((word) => stem.startsWith(word) && !/back|inlay|booklet|disc|cd/.test(stem))
  const weight = exact >= 0 ? exact : begins >= 0 ? names.length - 0.5 : names.length
  return [weight, name.split('/').length, formats.indexOf(extensionOf(base))]
}

const compare = (a: Rank, b: Rank): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
