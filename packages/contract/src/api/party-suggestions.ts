import type { Static } from 'typebox'
import { defineOperation } from '../definition/operation.ts'
import type * as requests from '../definition/request-types.ts'
import { contributorRole } from '../releases/contributors.ts'
import { listed } from '../releases/listed-members.ts'
import { releaseStatuses } from '../releases/release-vocabulary.ts'
import { ClosedObject, Described, Id, Nullable, OneOf, PageOf, pageQuery, Text } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { Party } from './parties.ts'
import { partyIdentifiers } from './party-merges.ts'

/**
 * Names that releases credit without a party: the hub suggests a party for each, and people decide. Names that differ in
 * case, spaces, punctuation or accents are one suggestion.
 */

/** How many names an account can have decided about. */
export const maxNameDecisions = 50_000

/** Why a party may be the one that a name means. */
export const partyMatchReasons = ['same_name', 'same_other_name', 'similar_name'] as const

const maxSpellings = 10
const maxRoles = 30
const maxIdentifiers = 20
const maxExamples = 3
const maxMatches = 5

/** How much of each is shown of a suggestion. */
export const shownOfSuggestion = { maxSpellings, maxRoles, maxIdentifiers, maxExamples, maxMatches } as const

const count = (description: string) => Type.Integer({ minimum: 0, description })
const writtenName = (description: string) => Type.String({ maxLength: 200, description })

/** A party that a name may mean. */
const PartyMatch = Type.Object({
  partyId: Id('pty'),
  name: writtenName('Name of the party'),
  matchedName: writtenName('The name of the party that is the same or similar'),
  reason: OneOf(partyMatchReasons, {
    description: 'same_name, same_other_name (in another language, legal, or of a merged duplicate), or similar_name',
  }),
})

/** A name that releases credit without naming a party. */
export const PartySuggestion = Type.Object({
  name: writtenName('The spelling on most tracks'),
  spellings: Type.Array(
    Type.Object({ name: writtenName('A spelling'), trackCount: count('How many tracks credit it') }),
    { maxItems: maxSpellings, description: 'All spellings, the most frequent first' },
  ),
  roles: Type.Array(
    Type.Object({ role: contributorRole, trackCount: count('How many tracks credit the name in it') }),
    {
      maxItems: maxRoles,
      description: 'The roles, the most frequent first',
    },
  ),
  releaseCount: count('How many releases credit the name'),
  draftCount: count('How many of them are drafts, which name the party after the suggestion is accepted'),
  trackCount: count('How many tracks credit the name'),
  releases: Type.Array(
    Type.Object({
      releaseId: Id('rel'),
      title: listed.title,
      status: OneOf(releaseStatuses, { description: 'Status of the release' }),
    }),
    { maxItems: maxExamples, description: 'The newest of these releases' },
  ),
  identifiers: Type.Array(
    Type.Object({
      kind: OneOf(partyIdentifiers, { description: 'The kind of the identifier' }),
      value: Type.String({ maxLength: 100, description: 'The identifier as the releases have it' }),
      releaseCount: count('How many releases have it'),
    }),
    { maxItems: maxIdentifiers, description: 'Identifiers that contributors of this name have' },
  ),
  matches: Type.Array(PartyMatch, {
    maxItems: maxMatches,
    description: 'Parties that the name may mean, those with the same name first',
  }),
})
export type PartySuggestion = Static<typeof PartySuggestion>

const name = Text(200, {
  pattern: '\\S',
  description: 'The name in any of its spellings',
  examples: ['Ada'],
})

/** Body of `acceptPartySuggestion`. */
export const PartySuggestionAcceptance = ClosedObject({
  name,
  partyId: Type.Optional(
    Described(Id('pty'), 'The party that the name means. Without it, a party is created with the name as written here'),
  ),
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'true only answers what would happen' })),
})
export type PartySuggestionAcceptance = requests.PartySuggestionAcceptance

/** What accepting a suggestion does, or would do. */
export const AcceptedSuggestion = Type.Object({
  name: writtenName('The name as in the request'),
  party: Nullable(Described(Party, 'The party; null in a preview that would create one')),
  created: Type.Boolean({ description: 'True if the party is created' }),
  dryRun: Type.Boolean({ description: 'True if nothing was changed' }),
  releases: Type.Object(
    {
      drafts: count('Drafts: they name the party within seconds'),
      submitted: count('Submitted releases: they keep the name without a party'),
    },
    { description: 'How many releases credit the name' },
  ),
  trackCount: count('How many tracks of these drafts credit the name'),
})
export type AcceptedSuggestion = Static<typeof AcceptedSuggestion>

/** Body of `dismissPartySuggestion`. */
export const PartySuggestionDismissal = ClosedObject({
  name,
  dismissed: Type.Optional(Type.Boolean({ default: true, description: 'false suggests the name again' })),
})
export type PartySuggestionDismissal = requests.PartySuggestionDismissal

/** What is decided about a name. */
export const DismissedSuggestion = Type.Object({
  name: writtenName('The name as in the request'),
  dismissed: Type.Boolean({ description: 'False if the name is suggested' }),
})
export type DismissedSuggestion = Static<typeof DismissedSuggestion>

const path = '/api/v1/distributor/party-suggestions'
const common = { tag: 'Parties', auth: 'apiKey' } as const

const query = Type.Object({
  ...pageQuery,
  dismissed: Type.Optional(Type.Boolean({ default: false, description: 'true lists the dismissed names instead' })),
})
/** The query of `listPartySuggestions`. */
export type PartySuggestionsQuery = requests.PartySuggestionsQuery

export const listPartySuggestions = defineOperation({
  ...common,
  permission: 'music:read',
  id: 'listPartySuggestions',
  method: 'GET',
  path,
  summary: 'List names without a party, the most frequent first',
  description:
    'Names that releases credit without `partyId`: drafts and submitted releases, not those in the trash. Names that differ in case, spaces, punctuation or accents are one suggestion. Of an accepted name only drafts are counted.',
  query,
  responses: { 200: { schema: PageOf(PartySuggestion), description: 'A page of suggestions' } },
  errors: ['cursor_invalid'],
})

export const acceptPartySuggestion = defineOperation({
  ...common,
  permission: 'music:write',
  id: 'acceptPartySuggestion',
  method: 'POST',
  path: `${path}/accept`,
  summary: 'Make a name a party',
  description:
    'Links the name to a party, or creates one with the identifiers that the releases agree on. Drafts that credit the name without a party name it within seconds, each with an event. Submitted releases do not change.',
  body: PartySuggestionAcceptance,
  responses: { 200: { schema: AcceptedSuggestion, description: 'What was accepted, or with dryRun would be' } },
  grows: true,
  errors: ['quota_exceeded'],
})

export const dismissPartySuggestion = defineOperation({
  ...common,
  permission: 'music:write',
  id: 'dismissPartySuggestion',
  method: 'POST',
  path: `${path}/dismiss`,
  summary: 'Dismiss a name, or suggest it again',
  description:
    'A dismissed name is not suggested, also not for new releases, until it is accepted or `dismissed` is false.',
  body: PartySuggestionDismissal,
  responses: { 200: { schema: DismissedSuggestion, description: 'What is decided about the name' } },
  errors: ['quota_exceeded'],
})

/** The operations of this file. */
export const partySuggestionOperations = [listPartySuggestions, acceptPartySuggestion, dismissPartySuggestion] as const
