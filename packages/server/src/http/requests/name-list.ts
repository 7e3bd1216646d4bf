import { type FieldError, findNearestName } from '@spindle/contract'

/** A query parameter that lists names separated by commas. Unknown ones become problems that name the allowed ones. */
export function parseNameList<T extends string>(
  pointer: string,
  text: string | undefined,
  allowed: readonly T[],
  problems: FieldError[],
): readonly T[] {
  const names = [...new Set((text ?? '').split(',').map((name) => name.trim()))].filter(Boolean)
  for (const name of names.filter((name) => !allowed.some((known) => known === name))) {
    const near = findNearestName(name, allowed)
    problems.push({
      pointer,
      code: 'enum',
      detail: `"${name.slice(0, 64)}" is not allowed. Allowed values: ${allowed.join(', ')}.`,
      fix: near === undefined ? 'Use one of the listed values.' : `Did you mean \`${near}\`?`,
    })
  }
  return names.flatMap((name) => allowed.filter((known) => known === name))
}
