import { limits } from '@spindle/contract'
import { Type } from 'typebox'

/** A member of the input of tools that make something. */
export const idempotencyMember = {
  idempotencyKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.maxIdempotencyKeyLength,
      description: 'Calls with the same key have one effect; default made of the arguments where they say enough',
    }),
  ),
}
