import type { Static } from 'typebox'
import { OneOf } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** `error` stops a submission; `warning` and `note` never do. */
export const severities = ['error', 'warning', 'note'] as const
export type Severity = (typeof severities)[number]

/** One result of a rule, saying where, what, why and how to fix it. */
export const Finding = Type.Object({
  code: Type.String({ maxLength: 64, description: 'snake_case, permanent' }),
  severity: OneOf(severities),
  pointer: Type.String({
    maxLength: 200,
    description: 'RFC 6901 pointer into the release or upload; empty for the whole',
  }),
  message: Type.String({ maxLength: 1000 }),
  fix: Type.String({ maxLength: 1000 }),
  rule: Type.Object({
    id: Type.String({ maxLength: 64 }),
    version: Type.Integer({ minimum: 1 }),
    source: Type.String({ maxLength: 300, description: 'The standard or store guide the rule comes from' }),
  }),
})
export type Finding = Static<typeof Finding>
