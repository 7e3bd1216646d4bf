/** Byte ranges (RFC 9110 section 14). One range is answered; a request for several gets the whole, which is allowed. */

export interface ByteRange {
  readonly start: number
  /** The last byte, included. */
  readonly end: number
}

/** `whole` where the header is absent, of another unit, malformed or has several ranges: it must be ignored then. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '')
  if (!match) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (end < start && last !== '') return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

/**
 * `If-Range` (section 13.1.5): the range counts only while the representation is the one the client has a part of. We
 * send no Last-Modified, so a date never matches; neither does a weak tag.
 */
export const isRangeCurrent = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange.trim() === etag
