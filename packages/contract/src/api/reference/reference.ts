import type { Static } from 'typebox'
import { genres } from '../../codes/genres.ts'
import { languageCodes } from '../../codes/language-codes.ts'
import { territoryCodes } from '../../codes/territory-codes.ts'
import { type ReferenceList, referenceLists } from '../../definition/closed-lists.ts'
import { defineOperation } from '../../definition/operation.ts'
import type { contributorRoles } from '../../releases/release-vocabulary.ts'
import { Described, OneOf } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** The reference lists: which codes a release may use, with English names. */

/** One code of a list. `ern` is the DDEX value where it differs from the code. */
export const ReferenceEntry = Type.Object({
  code: Type.String({ maxLength: 64, description: 'The code to use in a release; it is permanent' }),
  name: Type.String({ maxLength: 200, description: 'Name in English' }),
  ern: Type.Optional(Type.String({ maxLength: 80, description: 'The value in ERN 4.3' })),
})
export type ReferenceEntry = Static<typeof ReferenceEntry>

type OwnRole = (typeof contributorRoles)[number]

/** The roles by their own word, with their value in the DDEX role lists (ArtistRole, ResourceContributorRole). */
export const roleNames: Readonly<Record<OwnRole, { readonly name: string; readonly ern: string }>> = {
  main_artist: { name: 'Main artist', ern: 'MainArtist' },
  featured_artist: { name: 'Featured artist', ern: 'FeaturedArtist' },
  remixer: { name: 'Remixer', ern: 'Remixer' },
  composer: { name: 'Composer', ern: 'Composer' },
  lyricist: { name: 'Lyricist', ern: 'Lyricist' },
  songwriter: { name: 'Songwriter', ern: 'ComposerLyricist' },
  producer: { name: 'Producer', ern: 'Producer' },
  mixer: { name: 'Mixer', ern: 'Mixer' },
  engineer: { name: 'Engineer', ern: 'Engineer' },
  performer: { name: 'Performer', ern: 'Performer' },
  conductor: { name: 'Conductor', ern: 'Conductor' },
  orchestra: { name: 'Orchestra', ern: 'Orchestra' },
  arranger: { name: 'Arranger', ern: 'Arranger' },
  publisher: { name: 'Music publisher', ern: 'MusicPublisher' },
}

/** Made on first use: Intl takes a while to load the names. */
function named(codes: readonly string[], type: 'region' | 'language'): () => ReferenceEntry[] {
  let entries: ReferenceEntry[] | undefined
  const make = (): ReferenceEntry[] => {
    const names = new Intl.DisplayNames(['en'], { type })
    // Intl calls `und` the root of its locales; ISO 639-2 calls it Undetermined.
    return codes.map((code) => ({ code, name: code === 'und' ? 'Undetermined' : (names.of(code) ?? code) }))
  }
  return () => {
    entries ??= make()
    return entries
  }
}

const languages = named(languageCodes, 'language')
const territories = named(territoryCodes, 'region')

/** The lists themselves. */
export const referenceData: Readonly<Record<ReferenceList, readonly ReferenceEntry[]>> = {
  genres,
  get languages() {
    return languages()
  },
  get territories() {
    return territories()
  },
  roles: Object.entries(roleNames).map(([code, role]) => ({ code, ...role })),
}

export const listReference = defineOperation({
  id: 'listReference',
  method: 'GET',
  path: '/api/v1/music-distributor/reference/{list}',
  summary: 'List genres, languages, territories or roles',
  tag: 'Reference',
  auth: 'apiKey',
  params: Type.Object({ list: OneOf(referenceLists, { description: 'The list to return' }) }),
  responses: {
    200: {
      schema: Type.Object({ data: Described(Type.Array(ReferenceEntry, { maxItems: 1000 }), 'All codes of the list') }),
      description: 'All codes of the list',
    },
  },
  errors: ['not_found'],
  conditional: true,
})

/** The operations of this file. */
export const referenceOperations = [listReference] as const
