import { parseGtin, parseIsrc } from '@spindle/contract'

/** A search, as words or as the code that it is. */
export type Search = { readonly q: string | undefined } | { readonly gtin14: string } | { readonly isrc: string }

interface Asked {
  readonly query?: string | undefined
  readonly upc?: string | undefined
  readonly isrc?: string | undefined
}

/** People search for what is on the barcode or in a table: a UPC or ISRC in any format finds what has it. */
export function readSearch({ query, upc, isrc: askedIsrc }: Asked): Search {
  // A filter by code is stricter than the search.
  if (upc !== undefined || askedIsrc !== undefined) return { q: query }
  const gtin14 = query === undefined ? undefined : parseGtin(query)
  if (gtin14 !== undefined) return { gtin14 }
  const isrc = query === undefined ? undefined : parseIsrc(query)
  return isrc === undefined ? { q: query } : { isrc }
}
