import type { ConfigProblem } from './problems.ts'

/** One token of one property, as configured out-of-band (interface.md 5.3). */
export interface IntegrationToken {
  readonly property: string
  readonly token: string
}

const minTokenLength = 32
const propertyPattern = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/

/** Reads `property=token` entries separated by commas or newlines; `#` starts a comment line. */
export function parseIntegrationTokens(
  key: string,
  text: string,
): { tokens: IntegrationToken[]; problems: ConfigProblem[] } {
  const tokens: IntegrationToken[] = []
  const problems: ConfigProblem[] = []
  const entries = text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('#'))
  entries.forEach((entry, index) => {
    const at = entry.indexOf('=')
    const property = at < 0 ? entry : entry.slice(0, at).trim()
    const token = at < 0 ? '' : entry.slice(at + 1).trim()
    const problem = entryProblem(at, property, token)
    if (problem) problems.push({ key, problem: `entry ${index + 1} ${problem.problem}`, fix: problem.fix })
    else tokens.push({ property, token })
  })
  return { tokens, problems: [...problems, ...setProblems(key, tokens)] }
}

function entryProblem(at: number, property: string, token: string): Omit<ConfigProblem, 'key'> | undefined {
  if (at < 0) return { problem: 'is not of the form property=token', fix: 'write property=token' }
  if (!propertyPattern.test(property)) {
    return {
      problem: `has a bad property id "${property.slice(0, 64)}"`,
      fix: 'use 1-64 lower-case letters, digits, dots, hyphens or underscores, beginning and ending with a letter or digit',
    }
  }
  if (token.length < minTokenLength) {
    return {
      problem: `(${property}) has a token of ${token.length} characters`,
      fix: `use at least ${minTokenLength} random characters: tokens generate --property ${property}`,
    }
  }
  if (!/^[\x21-\x7e]+$/.test(token))
    return {
      problem: `(${property}) has a token with characters outside printable ASCII`,
      fix: 'use letters, digits and -._~+/=',
    }
  return undefined
}

function setProblems(key: string, tokens: readonly IntegrationToken[]): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const seen = new Map<string, string>()
  const perProperty = new Map<string, number>()
  for (const { property, token } of tokens) {
    const other = seen.get(token)
    if (other !== undefined)
      problems.push({
        key,
        problem: `${property} and ${other} share a token`,
        fix: 'give every property a token of its own',
      })
    seen.set(token, property)
    const count = (perProperty.get(property) ?? 0) + 1
    perProperty.set(property, count)
    if (count === 3)
      problems.push({
        key,
        problem: `${property} has more than two tokens`,
        fix: 'keep one token, and a second only while it is rotated',
      })
  }
  return problems
}
