/** The versions of ERN that the hub writes, newest first, and where they differ for what the hub writes. */

export const ernVersions = ['4.3.2', '4.3.1', '4.3'] as const
export type ErnVersion = (typeof ernVersions)[number]

export interface VersionTraits {
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
}

const since431 = {
  genreElement: 'DisplayGenre',
  hasRoleParts: true,
  hasSpecialArtists: true,
  hasAi: true,
  needsWarning: false,
} as const

export const versionTraits: Readonly<Record<ErnVersion, VersionTraits>> = {
  '4.3.2': { namespace: 'http://ddex.net/xml/ern/432', ...since431 },
  '4.3.1': { namespace: 'http://ddex.net/xml/ern/431', ...since431 },
  '4.3': {
    namespace: 'http://ddex.net/xml/ern/43',
    genreElement: 'Genre',
    hasRoleParts: false,
    hasSpecialArtists: false,
    hasAi: false,
    needsWarning: true,
  },
}
