/**
 * What one page may weigh, whatever its items do: an answer is kept whole until its client has read it. The estimate comes
 * from the rows, before any JSON is made. One item is always given, so that every list comes to its end.
 */
export const pageBytes = 4 * 1024 * 1024

/** For rows that carry `place` (from 1) and `bytes`, the sum up to and including their own. */
export const fitsPage = (limit: string): string => `place = 1 or (place <= ${limit} and bytes <= ${pageBytes})`
