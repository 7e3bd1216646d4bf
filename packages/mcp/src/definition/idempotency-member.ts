import { limits, Type } from '@spindle/contract'

/** What a header can carry: visible ASCII on one line. */
export const headerPattern = '^[!-~]([ -~]*[!-~])?$'

/** A member of the input of tools that make something. */
export const idempotencyMember = {
  idempotencyKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.maxIdempotencyKeyLength,
      pattern: headerPattern,
      description: 'Calls with the same key take effect once; default derived from the arguments',
    }),
  ),
}
