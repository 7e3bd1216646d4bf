/** Reads `WWW-Authenticate` (RFC 9110 section 11.6.1): several challenges, quoted strings, and commas of two meanings. */

/** One challenge of an answer. Scheme and parameter names are compared in any case; names are in lower case here. */
export interface Challenge {
  /** The scheme as it was written, e.g. `Bearer`. */
  readonly scheme: string
  /** Parameters by their name in lower case. */
  readonly parameters: Readonly<Record<string, string>>
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const parameter = new RegExp(`^\\s*(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))\\s*(?:,|$)`)
const scheme = new RegExp(`^[\\s,]*(${token})(?:\\s+(?!=)|\\s*,|\\s*$)`)
const token68 = /^\s*[A-Za-z0-9._~+/-]+=*\s*(?:,|$)/

/** All challenges in their order; what cannot be read ends the list. */
export function parseChallenges(header: string): Challenge[] {
  const challenges: Challenge[] = []
  let rest = header
  for (let found = scheme.exec(rest); found; found = scheme.exec(rest)) {
    rest = rest.slice(found[0].length)
    const parameters: Record<string, string> = {}
    let pair = parameter.exec(rest)
    if (!pair && !scheme.test(rest)) rest = rest.replace(token68, '')
    for (; pair; pair = parameter.exec(rest)) {
      const [whole, name = '', quoted, plain = ''] = pair
      parameters[name.toLowerCase()] ??= quoted === undefined ? plain : quoted.replaceAll(/\\(.)/g, '$1')
      rest = rest.slice(whole.length)
    }
    challenges.push({ scheme: found[1] ?? '', parameters })
  }
  return challenges
}
