import { Type } from '@spindle/contract'

/** Answers are short unless everything is requested: an agent pays for every word it reads. */

export type Detail = 'short' | 'full'

/** A member of the input of every tool with a longer answer. */
export const detailMember = {
  detail: Type.Optional(
    Type.Unsafe<Detail>({ type: 'string', enum: ['short', 'full'], description: 'Default short; full: everything' }),
  ),
}

/** The first of a list, and how many are left out, under separate names: `findings` and `findingsOmitted`. */
export function takeFirst(name: string, items: readonly unknown[], count: number): Readonly<Record<string, unknown>> {
  const omitted = items.length - count
  return { [name]: items.slice(0, count), ...(omitted > 0 ? { [`${name}Omitted`]: omitted } : {}) }
}
