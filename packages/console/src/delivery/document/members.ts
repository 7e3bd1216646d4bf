import type { Field } from './field-types.ts'

/** Members of a release, a track or an object inside of them, as people have written them so far. */
export type Members = Readonly<Record<string, unknown>>

/** A member that is a text; empty for any other. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (isMembers(value) && Object.keys(value).length === 0)

/** Only complete values: a copyright line without its year stays in the form until it has one. */
export function wholeMembers(fields: readonly Field[], members: Members): Members {
  const entries = fields.flatMap((field): readonly (readonly [string, unknown])[] => {
    const value = wholeValue(field, members[field.name])
    return value === undefined ? [] : [[field.name, value]]
  })
  return Object.fromEntries(entries)
}

function wholeValue(field: Field, value: unknown): unknown {
  // The list of outlets may be null (all of them), and empty is something else than that.
  if (field.kind === 'outlets') return Array.isArray(value) ? value : undefined
  if (isEmpty(value)) return undefined
  if (field.kind === 'group') return isMembers(value) ? wholeObject(field.fields, value) : undefined
  if (field.kind !== 'list') return value
  const items = (Array.isArray(value) ? value : []).flatMap((item) =>
    isMembers(item) ? (wholeObject(field.fields, item) ?? []) : [],
  )
  return items.length === 0 ? undefined : items
}

function wholeObject(fields: readonly Field[], value: Members): Members | undefined {
  const whole = wholeMembers(fields, value)
  const isWhole = fields.every(({ name, isRequired }) => !isRequired || name in whole)
  return isWhole && Object.keys(whole).length > 0 ? whole : undefined
}

/** Whether a started value is not sent until it is complete. */
export const isBegun = (field: Field, value: unknown): boolean => {
  if (field.kind === 'list') return (Array.isArray(value) ? value : []).some((item) => isItemBegun(field.fields, item))
  return field.kind === 'group' && isItemBegun(field.fields, value)
}

function isItemBegun(fields: readonly Field[], value: unknown): boolean {
  if (!isMembers(value)) return false
  return Object.values(value).some((one) => !isEmpty(one)) && wholeObject(fields, value) === undefined
}

/** A member at a path, `['pLine', 'year']`; undefined if there is none. */
export const memberAt = (members: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (Array.isArray(value) ? value[Number(key)] : isMembers(value) ? value[String(key)] : undefined),
    members,
  )

/** A copy with another value at a path; undefined removes the member. */
export function withMember(members: Members, path: readonly (string | number)[], value: unknown): Members {
  return setAt(members, path, value) as Members
}

function setAt(target: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  if (typeof key === 'number') {
    const items: readonly unknown[] = Array.isArray(target) ? target : []
    return items.map((item: unknown, index) => (index === key ? setAt(item, rest, value) : item))
  }
  const { [key]: before, ...others } = isMembers(target) ? target : {}
  const after = setAt(before, rest, value)
  return after === undefined ? others : { ...others, [key]: after }
}

export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isSame(one, b[index]))
  if (!isMembers(a) || !isMembers(b)) return Object.is(a, b)
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => isSame(a[name], b[name]))
}

/** The JSON Merge Patch (RFC 7396) that makes `after` of `before`; undefined when they are the same. */
export function mergePatchBetween(before: Members, after: Members): Members | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const entries = names.flatMap((name): readonly (readonly [string, unknown])[] => {
    const [from, to] = [before[name], after[name]]
    if (isSame(from, to)) return []
    if (to === undefined) return [[name, null]]
    return [[name, isMembers(from) && isMembers(to) ? mergePatchBetween(from, to) : to]]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
