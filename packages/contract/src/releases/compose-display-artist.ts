/** Members of a release from which the artist is shown. */
export interface ArtistMembers {
  readonly displayArtist?: string | undefined
  readonly contributors?: readonly { readonly name: string; readonly role: string }[] | undefined
  readonly isCompilation?: boolean | undefined
}

const isMain = (role: string): boolean => role === 'main_artist' || role === 'ddex:MainArtist'
const isFeatured = (role: string): boolean => role === 'featured_artist' || role === 'ddex:FeaturedArtist'

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} & ${names.at(-1)}`

/**
 * The artist of a release in one text: as written; otherwise composed of main and featured artists, or "Various Artists"
 * for four or more. Null if no artist is named.
 */
export function composeDisplayArtist({
  displayArtist,
  contributors = [],
  isCompilation,
}: ArtistMembers): string | null {
  if (displayArtist !== undefined) return displayArtist
  const namesOf = (matches: (role: string) => boolean) => [
    ...new Set(contributors.filter(({ role }) => matches(role)).map(({ name }) => name)),
  ]
  const main = namesOf(isMain)
  if (isCompilation === true || main.length > 3) return 'Various Artists'
  if (main.length === 0) return null
  const featured = namesOf(isFeatured)
  const text = featured.length === 0 ? joinNames(main) : `${joinNames(main)} feat. ${joinNames(featured)}`
  return text.slice(0, 500)
}
