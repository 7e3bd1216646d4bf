import type { Static } from 'typebox'
import { Described, OneOf } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** `error` stops a submission; `warning` and `note` never do. */
export const severities = ['error', 'warning', 'note'] as const
export type Severity = (typeof severities)[number]

/** An outlet that a finding matters to. */
export const FindingOutlet = Type.Object({
  id: Type.String({ maxLength: 64, description: 'Id of the outlet' }),
  name: Type.String({ maxLength: 200, description: 'Name of the outlet' }),
})
export type FindingOutlet = Static<typeof FindingOutlet>

/** One result of a rule, saying where, what, why and how to fix it. */
export const Finding = Type.Object({
  code: Type.String({ maxLength: 64, description: 'snake_case, permanent' }),
  severity: OneOf(severities, { description: 'Only error blocks submission' }),
  pointer: Type.String({
    maxLength: 200,
    description: 'RFC 6901 pointer into the release or upload; empty for the whole',
  }),
  message: Type.String({ maxLength: 1000, description: 'What is wrong' }),
  fix: Type.String({ maxLength: 1000, description: 'What to do' }),
  rule: Described(
    Type.Object({
      id: Type.String({ maxLength: 64, description: 'Permanent id of the rule' }),
      version: Type.Integer({ minimum: 1, description: 'Version of the rule' }),
      source: Type.String({ maxLength: 300, description: 'The standard or store guide behind the rule' }),
    }),
    'The rule behind it',
  ),
  outlets: Type.Optional(
    Type.Array(FindingOutlet, {
      minItems: 1,
      maxItems: 10_000,
      description: 'The outlets that the finding applies to; absent if it is about the release itself',
    }),
  ),
})
export type Finding = Static<typeof Finding>
