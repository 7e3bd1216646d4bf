import type { Static } from 'typebox'
import { defineOperation } from '../definition/operation.ts'
import type * as requests from '../definition/request-types.ts'
import { ClosedObject, Described, Id, OneOf } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { Party } from './parties.ts'

/** Two parties that are the same artist, writer or company become one. */

/** The members of which two parties must not have different values. */
export const partyIdentifiers = ['isni', 'ipi', 'spotify', 'apple'] as const

const mergedMembers = [...partyIdentifiers, 'names', 'legalName', 'newAt', 'defaultRoles'] as const

/** Body of `mergeParty`. */
export const PartyMergeRequest = ClosedObject({
  duplicate: Described(Id('pty'), 'The party that goes. Its id then leads to the other one'),
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'true only answers what would happen, with the conflicts' }),
  ),
})
export type PartyMergeRequest = requests.PartyMergeRequest

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** What a merge does, or would do. */
export const PartyMerge = Type.Object({
  party: Described(Party, 'The party with what it takes over. In a preview the counts are those of before'),
  duplicate: Id('pty'),
  dryRun: Type.Boolean({ description: 'True if nothing was changed' }),
  takenOver: Type.Array(OneOf(mergedMembers), {
    maxItems: mergedMembers.length,
    description: 'Members of the party that change, because it takes values of the duplicate',
  }),
  conflicts: Type.Array(
    Type.Object({
      member: OneOf(partyIdentifiers, { description: 'An identifier that differs' }),
      party: Type.String({ maxLength: 100, description: 'The value of the party' }),
      duplicate: Type.String({ maxLength: 100, description: 'The value of the duplicate' }),
    }),
    { maxItems: partyIdentifiers.length, description: 'Without dryRun, a merge with conflicts is refused' },
  ),
  releases: Type.Object(
    {
      drafts: count('Drafts: they follow within seconds'),
      unsubmittedChanges: count('Releases with unsubmitted changes: the changes follow within seconds'),
      submitted: count('Releases that keep their copy of the duplicate until their next change'),
    },
    { description: 'How many releases name the duplicate' },
  ),
})
export type PartyMerge = Static<typeof PartyMerge>

export const mergeParty = defineOperation({
  id: 'mergeParty',
  method: 'POST',
  path: '/api/v1/distributor/parties/{partyId}/merge',
  tag: 'Parties',
  auth: 'apiKey',
  permission: 'music:write',
  params: Type.Object({ partyId: Id('pty') }),
  notFound: 'party_not_found',
  summary: 'Merge a duplicate into a party',
  description:
    'Drafts and unsubmitted changes that name the duplicate name the party within seconds, each with an event. What was submitted keeps its copy and is listed with the releases of the party. Merging cannot be undone.',
  body: PartyMergeRequest,
  responses: { 200: { schema: PartyMerge, description: 'What was merged, or with dryRun would be' } },
  errors: ['party_merge_conflict'],
})

/** The operations of this file. */
export const partyMergeOperations = [mergeParty] as const
