import type { Static } from 'typebox'
import { partyStores } from '../definition/closed-lists.ts'
import { limits } from '../definition/limits.ts'
import { defineOperation } from '../definition/operation.ts'
import type * as requests from '../definition/request-types.ts'
import { contributorRole, partyNames } from '../releases/contributors.ts'
import { listed } from '../releases/listed-members.ts'
import { OpenObject, WrittenIdentifier } from '../releases/release-parts.ts'
import { releaseStatuses } from '../releases/release-vocabulary.ts'
import { mergePatchOf } from '../schema/merge-patch.ts'
import {
  ClosedObject,
  CreatedAt,
  Described,
  Id,
  Nullable,
  OneOf,
  PageOf,
  pageQuery,
  Text,
  UpdatedAt,
} from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/**
 * Parties: the artists, writers and companies of an account, each entered once. A contributor of a release names one by
 * its id and takes names and identifiers from it.
 */

/** How many parties an account can have. */
export const maxParties = 50_000

const identifiers = {
  isni: 'ISO 27729, 16 characters; the last one is checked',
  ipi: 'IPI name number, 9 to 11 digits; the last two are checked',
  spotify: 'Artist id or URI at Spotify',
  apple: 'Artist id at Apple Music',
}

const NewAt = Type.Array(OneOf(partyStores), {
  maxItems: partyStores.length,
  uniqueItems: true,
  description: 'Stores where the artist has no page yet, so no id can be given',
  examples: [['spotify']],
})

const DefaultRoles = Type.Array(contributorRole, {
  maxItems: 10,
  uniqueItems: true,
  description: 'Roles of a contributor that names this party without a role',
  examples: [['main_artist', 'composer']],
})

const members = {
  names: Type.Optional(partyNames(ClosedObject)),
  legalName: Type.Optional(
    Text(200, { pattern: '\\S', description: 'Legal name; writers are credited with it', examples: ['Ada King'] }),
  ),
  isni: Type.Optional(WrittenIdentifier(identifiers.isni, '0000 0001 2103 2683')),
  ipi: Type.Optional(WrittenIdentifier(identifiers.ipi, '00052210040')),
  spotify: Type.Optional(Text(100, { description: identifiers.spotify })),
  apple: Type.Optional(Text(100, { description: identifiers.apple })),
  newAt: Type.Optional(NewAt),
  defaultRoles: Type.Optional(DefaultRoles),
}

const name = Text(200, { pattern: '\\S', description: 'Full name as displayed', examples: ['Ada'] })

/** Body of `createParty`. */
export const NewParty = ClosedObject({ name, ...members })
export type NewParty = requests.NewParty

/** Body of `updateParty`: null removes a member. Lists are replaced whole. */
export const PartyPatch = mergePatchOf(NewParty)
export type PartyPatch = Static<typeof PartyPatch>

const identifier = (description: string, maxLength: number) =>
  Nullable(Type.String({ maxLength, description: `${description}; null if there is none` }))

const answered = {
  id: Id('pty'),
  name: Type.String({ maxLength: 200, description: 'Full name as displayed' }),
  names: Described(partyNames(OpenObject), 'The name in other languages or scripts'),
  legalName: Nullable(Type.String({ maxLength: 200, description: 'Legal name; null if none is set' })),
  isni: identifier('ISNI without separators', 16),
  ipi: identifier('IPI name number, 11 digits', 11),
  spotify: identifier(identifiers.spotify, 100),
  apple: identifier(identifiers.apple, 100),
  newAt: Described(
    Type.Array(OneOf(partyStores), { maxItems: partyStores.length }),
    'Stores where the artist has no page yet',
  ),
  defaultRoles: Described(
    Type.Array(contributorRole, { maxItems: 10 }),
    'Roles of a contributor that names this party without a role',
  ),
  releaseCount: Type.Integer({ minimum: 0, description: 'How many releases name the party by its id' }),
  trackCount: Type.Integer({ minimum: 0, description: 'How many of their tracks credit it' }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
}

/** A party in a list. */
export const ListedParty = Type.Object(answered)
export type ListedParty = Static<typeof ListedParty>

/** A party as answered. */
export const Party = Type.Object({
  ...answered,
  recordingCount: Type.Integer({ minimum: 0, description: 'How many different ISRCs these tracks have' }),
})
export type Party = Static<typeof Party>

const path = '/api/v1/distributor/parties'
const one = `${path}/{partyId}` as const
const reading = { tag: 'Parties', auth: 'apiKey', permission: 'music:read' } as const
const changing = { tag: 'Parties', auth: 'apiKey', permission: 'music:write' } as const
const ofOne = { params: Type.Object({ partyId: Id('pty') }), notFound: 'party_not_found' } as const

export const createParty = defineOperation({
  ...changing,
  id: 'createParty',
  method: 'POST',
  path,
  summary: 'Create a party',
  description:
    'An artist, writer or company. Contributors of releases and tracks name it with `partyId` and then take names and identifiers from it.',
  body: NewParty,
  responses: { 201: { schema: Party, description: 'The party' } },
  grows: true,
  errors: ['quota_exceeded'],
})

const query = Type.Object({
  ...pageQuery,
  query: Type.Optional(Text(200, { description: 'Part of a name, or an identifier; case is ignored' })),
})
/** The query of `listParties`. */
export type PartiesQuery = requests.PartiesQuery

export const listParties = defineOperation({
  ...reading,
  id: 'listParties',
  method: 'GET',
  path,
  summary: 'List parties, newest first',
  query,
  responses: { 200: { schema: PageOf(ListedParty), description: 'A page of parties' } },
  errors: ['cursor_invalid'],
})

export const getParty = defineOperation({
  ...reading,
  ...ofOne,
  id: 'getParty',
  method: 'GET',
  path: one,
  summary: 'Get one party',
  responses: { 200: { schema: Party, description: 'The party' } },
  errors: [],
  conditional: true,
})

export const updateParty = defineOperation({
  ...changing,
  ...ofOne,
  id: 'updateParty',
  method: 'PATCH',
  path: one,
  summary: 'Change a party',
  description:
    'Drafts and unsubmitted changes that name the party follow within seconds, each with an event. What was submitted keeps its copy.',
  body: PartyPatch,
  responses: { 200: { schema: Party, description: 'The changed party' } },
  errors: [],
  conditional: true,
})

export const deleteParty = defineOperation({
  ...changing,
  ...ofOne,
  id: 'deleteParty',
  method: 'DELETE',
  path: one,
  summary: 'Delete a party that no release names',
  responses: { 204: { schema: null, description: 'The party was deleted' } },
  errors: ['party_in_use'],
  conditional: true,
})

const CreditedRoles = (description: string) => Type.Array(contributorRole, { maxItems: 200, description })

/** A track that credits a party. */
const CreditedTrack = Type.Object({
  trackId: Id('trk'),
  title: listed.title,
  isrc: listed.isrc,
  roles: CreditedRoles('Its roles on the track; a track without contributors has those of the release'),
})

/** A release that names a party. */
export const PartyRelease = Type.Object({
  releaseId: Id('rel'),
  title: listed.title,
  status: OneOf(releaseStatuses, { description: 'Status of the release' }),
  releaseDate: listed.releaseDate,
  roles: CreditedRoles('Its roles among the contributors of the release'),
  tracks: Type.Array(CreditedTrack, {
    maxItems: limits.maxTracksPerRelease,
    description: 'The tracks that credit it, in play order',
  }),
})
export type PartyRelease = Static<typeof PartyRelease>

export const listPartyReleases = defineOperation({
  ...reading,
  ...ofOne,
  id: 'listPartyReleases',
  method: 'GET',
  path: `${one}/releases`,
  summary: 'List the releases that name a party, newest first',
  description:
    'Releases as they are now, drafts included, with the tracks that credit the party. For plays and report lines of a recording, filter analytics by its ISRC.',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(PartyRelease), description: 'A page of releases' } },
  errors: ['cursor_invalid'],
})

/** The operations of this file. */
export const partyOperations = [
  createParty,
  listParties,
  getParty,
  updateParty,
  deleteParty,
  listPartyReleases,
] as const
