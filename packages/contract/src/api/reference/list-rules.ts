import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { severities } from '../../rules/finding.ts'
import { Described, OneOf } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** A rule as published: data, versioned, and named by every finding it makes. */
export const PublishedRule = Type.Object({
  id: Type.String({ maxLength: 64, description: 'Permanent id of the rule' }),
  version: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: 'Version of the rule; it increases when the rule checks something else',
  }),
  code: Type.String({ maxLength: 64, description: 'The code of its findings' }),
  severity: OneOf(severities, { description: 'Only error blocks submission' }),
  appliesTo: OneOf(['release', 'track', 'contributor', 'upload'], { description: 'What the rule checks' }),
  title: Type.String({ maxLength: 300, description: 'What the rule requires' }),
  fix: Type.String({ maxLength: 1000, description: 'What to do about its findings' }),
  source: Type.String({ maxLength: 300, description: 'The standard or store guide behind the rule' }),
})
export type PublishedRule = Static<typeof PublishedRule>

export const listRules = defineOperation({
  id: 'listRules',
  method: 'GET',
  path: '/api/v1/music-distributor/rules',
  summary: 'List all rules for releases and uploads',
  tag: 'Reference',
  auth: 'apiKey',
  responses: {
    200: {
      schema: Type.Object({
        data: Described(
          Type.Array(PublishedRule, { maxItems: 1000 }),
          'The rules, in the order in which they are applied',
        ),
        assigns: Type.Object(
          {
            upc: Type.Boolean({ description: 'True if the hub assigns UPCs' }),
            isrc: Type.Boolean({ description: 'True if the hub assigns ISRCs' }),
          },
          {
            description:
              'The identifiers that the hub currently assigns to submitted releases without them. A label with an ISRC prefix or a UPC range has its own',
          },
        ),
      }),
      description: 'The rules, in the order in which they are applied',
    },
  },
  errors: [],
  conditional: true,
})

/** The operations of this file. */
export const ruleOperations = [listRules] as const
