/**
 * The variables that the operator gives a program, such as its credentials. They are all that it has beside the path of
 * the system: nothing of the hub's environment reaches it. They are stored sealed.
 */

export class VariablesRefused extends Error {}

const mostVariables = 64
const mostBytes = 32 * 1024
/** They change what loads or starts the program, and the hub sets some of them itself. */
const reserved = /^(LD_.*|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|BASH_ENV|ENV|IFS|PATH|HOME|TMPDIR|SPINDLE_.*)$/

/** Lines of NAME=VALUE; empty lines and those that begin with # are ignored. Throws `VariablesRefused`. */
export function parseVariables(text: string): Readonly<Record<string, string>> {
  if (Buffer.byteLength(text) > mostBytes) throw new VariablesRefused(`The file has more than ${mostBytes} bytes`)
  const found = new Map<string, string>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const { name = '', value = '' } = /^(?<name>[A-Za-z_][A-Za-z0-9_]*)=(?<value>[^\0]*)$/.exec(line)?.groups ?? {}
    // The line itself may hold a secret.
    if (name === '') throw new VariablesRefused(`Line ${index + 1} is not NAME=VALUE`)
    if (reserved.test(name)) throw new VariablesRefused(`Line ${index + 1}: ${name} is reserved; choose another name`)
    if (found.has(name)) throw new VariablesRefused(`Line ${index + 1}: ${name} is named twice`)
    found.set(name, value)
  }
  if (found.size > mostVariables) throw new VariablesRefused(`The file has more than ${mostVariables} variables`)
  return Object.fromEntries(found)
}

export const sealableVariables = (variables: Readonly<Record<string, string>>): string => JSON.stringify(variables)

/** From what was sealed; none without it. */
export const openVariables = (secret: string | undefined): Readonly<Record<string, string>> =>
  secret === undefined ? {} : (JSON.parse(secret) as Record<string, string>)
