/**
 * A secret as people keep it: alone, in quotes, as `NAME=secret` of a file for the environment, or as the header that it
 * is sent in. No secret of a hub has quotes, spaces, or a name in front.
 */

/** A name of a variable that ends as those of secrets do: a secret itself may contain `=`. */
const assignment = /^(?:export\s+|set\s+|\$env:)?(\w*(?:KEY|TOKEN|SECRET))(?:\s*=\s*|:\s+)(?=[^\s=])/iu
const header = /^(?:X-API-Key|Authorization)\s*:\s*(?:Bearer\s+)?/iu
const quotes = /^(["'`])(.*)\1$/u

const undress = (line: string): string => {
  const bare = line
    .trim()
    .replace(header, '')
    .replace(/^Bearer\s+/iu, '')
    .replace(assignment, '')
    .replace(/[;,]$/u, '')
    .trim()
  return quotes.exec(bare)?.[2]?.trim() ?? bare
}

/** The lines that say something: not those of comments. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

/**
 * The secret in a text, without what is around it. Of several lines, the one that sets `variable`. Undefined for no
 * secret, and for several.
 */
export function readWrittenSecret(text: string, variable: string): string | undefined {
  const lines = linesOf(text)
  const named = lines.filter((line) => assignment.exec(line)?.[1]?.toUpperCase() === variable)
  const [line, ...others] = lines.length > 1 ? named : lines
  if (line === undefined || others.length > 0) return undefined
  const secret = undress(line)
  const isSecret = secret !== '' && secret !== `${variable}=` && !/[\s"'`]/u.test(secret)
  return isSecret ? secret : undefined
}
