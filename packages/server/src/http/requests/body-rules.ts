import type { FieldError } from '@spindle/contract'

/**
 * What a handler refuses of a body beside its schema, for example an instant that has passed. If the schema refuses
 * something, the handler does not run. These rules are then applied to what is valid, so that one answer names all
 * faults. A valid body is left to the handler, because a repeated request with its `Idempotency-Key` must get its answer.
 */
export interface BodyRules {
  /** Fills what rules need below the members of the body. What is filled in is never reported. */
  complete?(body: object): object
  /** Pure. A required member is absent if it is missing or invalid; everything present is valid. */
  check(body: PartOfBody): readonly FieldError[]
}

/** A body without what the schema refuses. */
export interface PartOfBody {
  readonly value: Readonly<Record<string, unknown>>
  /** Where the schema refuses something: pointers. */
  readonly refused: readonly string[]
}

/** Removes the value at a JSON Pointer. Of a list all is removed, so that other places in it keep their numbers. */
export function removeAt(body: unknown, pointer: string): void {
  const names = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const containers: unknown[] = [body]
  for (const name of names) containers.push((containers.at(-1) as Record<string, unknown> | null | undefined)?.[name])
  // The last container that is an object, not a list.
  for (let depth = names.length - 1; depth >= 0; depth--) {
    const container = containers[depth]
    if (typeof container !== 'object' || container === null || Array.isArray(container)) continue
    delete (container as Record<string, unknown>)[names[depth] as string]
    break
  }
}
