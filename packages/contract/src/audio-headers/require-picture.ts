import { findSignature } from './file-signatures.ts'
import { UnusableMedia } from './unusable-media.ts'

/** Formats of covers that can be decoded; the rules may still refuse them. */
const decodable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'tiff'])

/** Checks the first 16 bytes of a cover; throws `UnusableMedia` for formats that no decoder of covers accepts. */
export function requirePicture(start: Uint8Array): void {
  const found = findSignature(start)
  if (!found) throw new UnusableMedia('cover_format', 'Unsupported image format.')
  if (decodable.has(found.name)) return
  throw new UnusableMedia('cover_format', `The content of the file is ${found.name}, whatever its name.`)
}
