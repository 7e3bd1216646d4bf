import type { Static, TSchema } from 'typebox'
import { Type } from './type.ts'

/** RFC 7396 (JSON Merge Patch): the type, the schema and the function. Arrays are replaced whole, `null` removes a member. */

/** The merge patch of `T`: every member may be absent; `null` removes a member that `T` lets be absent, or one of a map. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? string extends keyof T
      ? { [K in keyof T]: MergePatch<T[K]> | null }
      : { [K in keyof T]?: Record<never, never> extends Pick<T, K> ? MergePatch<T[K]> | null : MergePatch<T[K]> }
    : T

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly [keyword: string]: unknown
}

const withNull = (schema: JsonSchema): JsonSchema => {
  const types = [schema.type ?? []].flat()
  if (types.includes('null')) return schema
  return {
    ...schema,
    type: [...types, 'null'],
    ...(schema.enum ? { enum: [...schema.enum, null] } : {}),
  }
}

const patchSchema = (schema: JsonSchema): JsonSchema => {
  if (schema.type !== 'object') return schema
  const { required = [], properties, additionalProperties, ...rest } = schema
  const members = Object.entries(properties ?? {}).map(([name, member]) => {
    const patched = patchSchema(member)
    return [name, required.includes(name) ? patched : withNull(patched)] as const
  })
  return {
    ...rest,
    ...(properties ? { properties: Object.fromEntries(members) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: withNull(additionalProperties) }
      : { additionalProperties: additionalProperties ?? false }),
  }
}

/**
 * The schema a merge patch of `schema` must meet. `type` becomes `[type, "null"]` instead of a union, so that a wrong
 * value gets one error and not one for each branch. What results from the patch still has to be checked as a whole.
 */
export const mergePatchOf = <T extends TSchema>(schema: T, options: Record<string, unknown> = {}) =>
  Type.Unsafe<MergePatch<Static<T>>>({ ...patchSchema(schema as object as JsonSchema), ...options })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Applies a merge patch (RFC 7396 section 2) and answers a new value; neither argument is changed. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else result.set(name, applyMergePatch(result.get(name), value))
  }
  return Object.fromEntries(result)
}
