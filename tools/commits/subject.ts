const longest = 72

/** What is wrong with the subject of a commit; undefined when it is `area: verb object` in at most 72 characters. */
export function findSubjectProblem(subject: string): string | undefined {
  const [, area, rest] = /^([^:]+): (.*)$/.exec(subject) ?? []
  if (area === undefined || rest === undefined) return 'it has no area: write `area: verb object`'
  if (!/^[a-z][a-z0-9-]*$/.test(area)) return `the area is one package or feature in lower case, not "${area}"`
  if (!/^[a-z]/.test(rest)) return 'what follows the area begins with a verb in lower case'
  if (rest.endsWith('.')) return 'it ends with a full stop'
  if (subject.length > longest) return `it has ${subject.length} characters, at most ${longest}`
  return undefined
}
