/** Why something is as long as it is: a line `// long: <reason>`. */
const reason = /^[ \t]*\/\/ long: (\S.*)$/m

/** The reason at the head of a file, above its first statement. */
export const findReasonAtHead = (text: string, firstStatement: number): string | undefined =>
  reason.exec(text.slice(0, firstStatement))?.[1]

/** The reason among the comments right above a line, which counts from 1. */
export function findReasonAbove(lines: readonly string[], line: number): string | undefined {
  for (let index = line - 2; /^\s*(\/\/|\/\*|\*)/.test(lines[index] ?? ''); index--) {
    const found = reason.exec(lines[index] ?? '')
    if (found) return found[1]
  }
  return undefined
}
