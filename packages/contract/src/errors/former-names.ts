import { findNearestName } from '../codes/nearest-name.ts'

/**
 * Other words for what the API calls by one word: names from before 1.0, and what people try first. A name that is
 * unknown is answered with the one it means, if that is valid where it was used.
 */
const meantBy: Readonly<Record<string, readonly string[]>> = {
  by: ['groupBy', 'actor'],
  detail: ['message'],
  file: ['filename'],
  fileType: ['contentType'],
  mediaType: ['contentType'],
  mimeType: ['contentType'],
  name: ['filename'],
  passOver: ['skip'],
  q: ['query'],
  search: ['query'],
}

/** The name that was meant by `given`: a former name, another case of one, or one with a few wrong letters. Pure. */
export function findMeantName(given: string, known: readonly string[]): string | undefined {
  const meant = Object.hasOwn(meantBy, given) ? meantBy[given] : undefined
  return meant?.find((name) => known.includes(name)) ?? findNearestName(given, known)
}
