import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { severities } from '../../rules/finding.ts'
import { OneOf } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** A rule as published: data, versioned, and named by every finding it makes. */
export const PublishedRule = Type.Object({
  id: Type.String({ maxLength: 64 }),
  version: Type.Integer({ minimum: 1, maximum: 10_000 }),
  code: Type.String({ maxLength: 64, description: 'The code of its findings' }),
  severity: OneOf(severities),
  appliesTo: OneOf(['release', 'track', 'contributor', 'upload']),
  title: Type.String({ maxLength: 300 }),
  fix: Type.String({ maxLength: 1000 }),
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
        data: Type.Array(PublishedRule, { maxItems: 1000 }),
        assigns: Type.Object(
          { upc: Type.Boolean(), isrc: Type.Boolean() },
          { description: 'The identifiers that the hub currently assigns to submitted releases without them' },
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
