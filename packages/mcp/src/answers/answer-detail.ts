import { Type } from '@spindle/contract'

/** Answers are short unless all is asked for: an agent pays for every word it reads. */

export type Detail = 'short' | 'full'

/** A member of the input of every tool that has more to say. */
export const detailMember = {
  detail: Type.Optional(
    Type.Unsafe<Detail>({ type: 'string', enum: ['short', 'full'], description: 'Default short; full: everything' }),
  ),
}

/** The first of a list, and how many are left out, under names of their own: `findings` and `findingsOmitted`. */
export function takeFirst(name: string, items: readonly unknown[], count: number): Readonly<Record<string, unknown>> {
  const omitted = items.length - count
  return { [name]: items.slice(0, count), ...(omitted > 0 ? { [`${name}Omitted`]: omitted } : {}) }
}
