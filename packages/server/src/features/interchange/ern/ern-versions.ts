import type { ErnVersion } from '@spindle/contract'

/** Where the versions of ERN differ for what the hub writes. */

export interface VersionTraits {
  /** Messages of one family have the same structure: `ern3/` writes the one, `ern/` the other. */
  readonly family: 3 | 4
  readonly namespace: string
  /** The element of a genre: since 4.3.1 there is also a searchable one. */
  readonly genreElement: 'DisplayGenre' | 'Genre'
  /** Whether a role is an element with its instruments. In 4.3, instruments belong to the contributor. */
  readonly hasRoleParts: boolean
  /** SpecialDisplayArtist and SpecialContributor. */
  readonly hasSpecialArtists: boolean
  /** ContainsAI and AiContribution. */
  readonly hasAi: boolean
  /** Whether each recording and release must have a ParentalWarningType. */
  readonly needsWarning: boolean
  /** Whether its list of territories has Kosovo. */
  readonly hasKosovo: boolean
}

const since431 = {
  family: 4,
  genreElement: 'DisplayGenre',
  hasRoleParts: true,
  hasSpecialArtists: true,
  hasAi: true,
  needsWarning: false,
  hasKosovo: true,
} as const

const before431 = {
  genreElement: 'Genre',
  hasRoleParts: false,
  hasSpecialArtists: false,
  hasAi: false,
} as const

const before4 = { ...before431, family: 3, needsWarning: false, hasKosovo: false } as const

export const versionTraits: Readonly<Record<ErnVersion, VersionTraits>> = {
  '4.3.2': { namespace: 'http://ddex.net/xml/ern/432', ...since431 },
  '4.3.1': { namespace: 'http://ddex.net/xml/ern/431', ...since431 },
  '4.3': { namespace: 'http://ddex.net/xml/ern/43', ...before431, family: 4, needsWarning: true, hasKosovo: true },
  '3.8.3': { namespace: 'http://ddex.net/xml/ern/383', ...before4 },
  '3.8.2': { namespace: 'http://ddex.net/xml/ern/382', ...before4 },
}
