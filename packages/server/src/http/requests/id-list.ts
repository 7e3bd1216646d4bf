import type { FieldError } from '@spindle/contract'

/** A query parameter that names resources by their ids, separated by commas. Too many become a problem. */
export function parseIdList(text: string, most: number, problems: FieldError[]): readonly string[] {
  const ids = [...new Set(text.split(',').map((id) => id.trim()))].filter(Boolean)
  if (ids.length > most)
    problems.push({
      pointer: 'ids',
      code: 'max_items',
      detail: `At most ${most} ids are allowed, but ${ids.length} were given.`,
      fix: 'Use several requests.',
    })
  return ids
}
