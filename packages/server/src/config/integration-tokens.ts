import type { ConfigProblem } from './problems.ts'

/** One token of one property, as configured out-of-band (interface 5.3). */
export interface IntegrationToken {
  readonly property: string
  readonly token: string
}

const minTokenLength = 32
const propertyPattern = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/

/**
 * Reads `property=token` entries separated by commas or newlines; `#` starts a comment line. Problems are printed and
 * logged, and an operator who swaps the two puts the token in place of the property: so a problem names its entry
 * by number and length, and repeats nothing of it.
 */
export function parseIntegrationTokens(
  key: string,
  text: string,
): { tokens: IntegrationToken[]; problems: ConfigProblem[] } {
  const tokens: NumberedToken[] = []
  const problems: ConfigProblem[] = []
  const entries = text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('#'))
  entries.forEach((entry, index) => {
    const at = entry.indexOf('=')
    const property = at < 0 ? entry : entry.slice(0, at).trim()
    const token = at < 0 ? '' : entry.slice(at + 1).trim()
    const found = findEntryProblem(at, property, token)
    const where = `entry ${index + 1} (${entry.length} characters)`
    if (found) problems.push({ key, problem: `${where} ${found.problem}`, fix: found.fix })
    else tokens.push({ number: index + 1, property, token })
  })
  return {
    tokens: tokens.map(({ property, token }) => ({ property, token })),
    problems: [...problems, ...findSetProblems(key, tokens)],
  }
}

/** The outlet of that name is the hub's own. */
const reservedProperty = 'sandbox'

function findEntryProblem(at: number, property: string, token: string): Omit<ConfigProblem, 'key'> | undefined {
  if (at < 0) return { problem: 'does not have the form property=token', fix: 'use property=token' }
  if (!propertyPattern.test(property))
    return {
      problem: token === '' ? 'has no token after the =' : 'has an invalid property id before the =',
      fix: 'use property=token, with a property id of 1-64 lower-case letters, digits, dots, hyphens or underscores that starts and ends with a letter or digit',
    }
  if (property === reservedProperty)
    return {
      problem: `has the property id ${reservedProperty}, which is the name of the sandbox outlet`,
      fix: 'use another property id',
    }
  if (token.length < minTokenLength)
    return {
      problem: token === '' ? 'has no token after the =' : `has a token of ${token.length} characters`,
      fix: `use at least ${minTokenLength} random characters: tokens generate --property <property>`,
    }
  if (!/^[\x21-\x7e]+$/.test(token))
    return {
      problem: 'has a token with characters outside printable ASCII',
      fix: 'use only letters, digits and -._~+/=',
    }
  return undefined
}

interface NumberedToken extends IntegrationToken {
  readonly number: number
}

function findSetProblems(key: string, tokens: readonly NumberedToken[]): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const seen = new Map<string, number>()
  const perProperty = new Map<string, number>()
  for (const { property, token, number } of tokens) {
    const other = seen.get(token)
    if (other !== undefined)
      problems.push({
        key,
        problem: `entries ${other} and ${number} share a token`,
        fix: 'use a different token for every property',
      })
    seen.set(token, number)
    const count = (perProperty.get(property) ?? 0) + 1
    perProperty.set(property, count)
    if (count === 3)
      problems.push({
        key,
        problem: `entry ${number} is the third token of its property`,
        fix: 'use one token, and a second one only during rotation',
      })
  }
  return problems
}
