import type { GlobalOptions } from './global-options.ts'

/** Hints name commands that work as printed: with the options that decide which hub and which credential are used. */

type Repeated = Pick<GlobalOptions, 'hub' | 'profile' | 'keyFile'>

/** Adds the options of this call to every command a text names; those a command already has stay as they are. */
export function repeatOptions(text: string, { hub, profile, keyFile }: Repeated, commands: readonly string[]): string {
  const options = [
    ['--hub', hub],
    ['--profile', profile],
    ['--key-file', keyFile],
  ] as const
  const given = options.flatMap(([flag, value]) => (value === undefined ? [] : [{ flag, value }]))
  if (given.length === 0) return text
  const words = [...new Set(commands.map((name) => name.split(' ')[0]))].join('|')
  return text.replaceAll(new RegExp(`\\bspindle (?=(?:${words})\\b)([^\`\\n]*)`, 'g'), (_, rest: string) => {
    const missing = given.filter(({ flag }) => !rest.includes(flag))
    return ['spindle', ...missing.flatMap(({ flag, value }) => [flag, quoteForShell(value)]), rest].join(' ')
  })
}

/** A word as a POSIX shell reads it. */
export const quoteForShell = (text: string): string =>
  /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
