/** Proactive negotiation by `Accept` (RFC 9110 section 12.5.1). */

interface Range {
  readonly type: string
  readonly subtype: string
  readonly quality: number
}

const parseRange = (text: string): Range => {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const [type = '', subtype = ''] = range.split('/')
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = weight === undefined ? 1 : Number(weight.slice(2))
  return { type, subtype, quality: Number.isFinite(quality) ? quality : 0 }
}

const matches = ({ type, subtype }: Range, mediaType: string): boolean => {
  const [ownType, ownSubtype] = mediaType.split('/')
  return (type === '*' || type === ownType) && (subtype === '*' || subtype === ownSubtype)
}

/** The most specific range decides about a media type; parameters are not compared. */
const qualityOf = (ranges: readonly Range[], mediaType: string): number => {
  const specificity = ({ type, subtype }: Range): number => (type === '*' ? 0 : subtype === '*' ? 1 : 2)
  const best = ranges
    .filter((range) => matches(range, mediaType))
    .sort((a, b) => specificity(b) - specificity(a))
    .at(0)
  return best?.quality ?? 0
}

/**
 * The media type the client prefers, the first of equally good ones; undefined when it accepts none of them. Without an
 * `Accept` field everything is acceptable.
 */
export function preferredType<T extends string>(accept: string | undefined, mediaTypes: readonly T[]): T | undefined {
  if (accept === undefined || accept.trim() === '') return mediaTypes[0]
  const ranges = accept.split(',').map(parseRange)
  let best: { mediaType: T; quality: number } | undefined
  for (const mediaType of mediaTypes) {
    const essence = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    const quality = qualityOf(ranges, essence)
    if (quality > (best?.quality ?? 0)) best = { mediaType, quality }
  }
  return best?.mediaType
}
