import { ddexInstruments, ddexRoles, roleNames } from '@spindle/contract'

/** Our words for what people did, and those of DDEX. What its lists lack is sent as a word of our own. */

/** 4.3.2 has no plain producer. */
const own: Readonly<Record<string, string>> = { producer: 'StudioProducer', 'ddex:Producer': 'StudioProducer' }

const displayRoles: Readonly<Record<string, string>> = {
  main_artist: 'MainArtist',
  'ddex:MainArtist': 'MainArtist',
  featured_artist: 'FeaturedArtist',
  'ddex:FeaturedArtist': 'FeaturedArtist',
}

/** The role of a displayed artist; undefined for others. */
export const displayRoleOf = (role: string): string | undefined => displayRoles[role]

/** How people who are no artists are shown at a product. DDEX has no words for it. */
const productWords: Readonly<Record<string, string>> = { producer: 'Producer', remixer: 'Remixer' }
export const wordOfProductRole = (role: string): Word => ({
  value: 'UserDefined',
  userDefined: productWords[role] ?? roleOf(role).value,
})

/** A word of the lists of DDEX, or of our own. */
export interface Word {
  readonly value: string
  readonly userDefined?: string
}

const wordOf = (known: ReadonlySet<string>, value: string, written: string): Word =>
  known.has(value) ? { value } : { value: 'UserDefined', userDefined: written }

export function roleOf(role: string): Word {
  const names: Readonly<Record<string, { readonly ern: string } | undefined>> = roleNames
  const value = own[role] ?? names[role]?.ern ?? role.replace(/^ddex:/, '')
  return wordOf(ddexRoles, value, value)
}

/** `electric guitar` is `ElectricGuitar`, as is `ddex:ElectricGuitar`. */
export function instrumentOf(name: string): Word {
  const own = name.replace(/^\s*ddex:/, '')
  const joined = own.trim().replace(/(?:^|[\s-]+)(\p{L})/gu, (_, letter: string) => letter.toUpperCase())
  return wordOf(ddexInstruments, joined, own)
}
