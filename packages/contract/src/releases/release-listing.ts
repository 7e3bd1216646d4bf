import type { Static } from 'typebox'
import { releaseSorts } from '../definition/closed-lists.ts'
import { Described, Id, Nullable, OneOf, Text, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { deliveryStates } from './release-vocabulary.ts'

/** What a release and every list of releases have in common, and how such a list can be ordered. */

/** What the last check of the rules counted. */
export const Validation = Type.Object(
  {
    errors: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: 'Number of findings of severity error, which block submission',
    }),
    warnings: Type.Integer({ minimum: 0, maximum: 100_000, description: 'Number of findings of severity warning' }),
    checkedAt: { ...Timestamp, description: 'When the release was last checked' },
  },
  { description: 'The result of the last check against the rules' },
)
export type Validation = Static<typeof Validation>

/** The revision that waits for its submission. */
export const PendingRevision = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'The unsubmitted revision shown here, if outlets have an older one. Submit it to deliver it',
  }),
)

/** Query member of lists of releases. */
export const sortQuery = {
  sort: Type.Optional(
    OneOf(releaseSorts, {
      description: 'Default createdAt. Titles are sorted from A to Z, dates with the latest first',
    }),
  ),
}

/** Query member of lists of releases. */
export const searchQuery = {
  query: Type.Optional(
    Text(200, {
      description:
        'Words of titles, versions, artists, contributors or label, of the release or its tracks; or a UPC, ISRC, catalog number or id. Each may be unfinished. If nothing has them, each word may have one typo',
    }),
  ),
}

/** Query members of lists of releases: what became of a release at outlets, and what there is to do. */
export const stateQuery = {
  deliveredTo: Type.Optional(
    Text(64, {
      description:
        'Only releases with a delivery to this outlet, in any state unless `deliveryState` or `deliveryReason` is set',
      examples: ['sandbox'],
    }),
  ),
  deliveryState: Type.Optional(
    OneOf(deliveryStates, {
      description:
        'Only releases in this state at `deliveredTo`, or at any outlet. As in `deliverySummary`, failed includes refused, and pending includes retries and takedowns',
    }),
  ),
  deliveryReason: Type.Optional(
    Text(1000, {
      description: 'Only releases whose delivery failed or was refused with this `reason.message`',
    }),
  ),
  hasErrors: Type.Optional(
    Type.Boolean({ description: 'Only releases with findings that block submission, or without' }),
  ),
  hasUnsentChanges: Type.Optional(
    Type.Boolean({
      description: 'Only releases at outlets with changes that were not submitted, or without',
    }),
  ),
  needsAttention: Type.Optional(
    Type.Boolean({
      description: 'Only releases that need a person, as in the summary, or that do not',
    }),
  ),
}

/** Where a search can find its words, in the order in which equal results are shown. */
const searchPlaces = [
  ...(['title', 'subtitle', 'version', 'artist', 'contributor', 'label', 'upc', 'catalog_number'] as const),
  ...(['external_id', 'release_id', 'track_title', 'track_subtitle', 'track_version', 'track_artist'] as const),
  ...(['track_contributor', 'isrc'] as const),
] as const

/** Why a search found a release: the text that has the most words of the search. */
export const SearchMatch = Type.Object({
  in: OneOf(searchPlaces, { description: 'Where it is' }),
  text: Type.String({ maxLength: 500, description: 'The whole text, as written' }),
  trackId: Type.Optional(Described(Id('trk'), 'The track that has it; absent if it is of the release')),
  disc: Type.Optional(Type.Integer({ minimum: 1, maximum: 99, description: 'Disc number of the track' })),
  number: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Position of the track on its disc' })),
})
export type SearchMatch = Static<typeof SearchMatch>

/** Member of releases in lists. */
export const matchedMember = {
  matched: Type.Optional(
    Described(
      Nullable(SearchMatch),
      'Only with query: the text that matched. null for a short time after an upgrade of the hub',
    ),
  ),
}
