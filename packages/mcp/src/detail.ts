import { Type } from 'typebox'

/** Answers are short unless all is asked for: an agent pays for every word it reads. */

export type Detail = 'short' | 'full'

/** A member of the input of every tool that has more to say. */
export const detailMember = {
  detail: Type.Optional(
    Type.Unsafe<Detail>({ type: 'string', enum: ['short', 'full'], default: 'short', description: 'full: everything' }),
  ),
}

/** The first of a list, and how many are left out, under names of their own: `findings` and `findingsOmitted`. */
export function firstOf<Name extends string, Item>(name: Name, items: readonly Item[], count: number) {
  const omitted = items.length - count
  return {
    [name]: items.slice(0, count),
    ...(omitted > 0 ? { [`${name}Omitted`]: omitted } : {}),
  } as { readonly [K in Name]: readonly Item[] }
}
