import type { CommandData } from './define-command.ts'

/** Words that people write for the options of every program: `help` and `version`. */

/** `version` and `-V` show what `--version` shows. */
export function turnVersionIntoOption(args: readonly string[], commands: readonly CommandData[]): readonly string[] {
  const isAsked = args[0] === '-V' || (args[0] === 'version' && !commands.some(({ name }) => name === 'version'))
  return isAsked ? ['--version', ...args.slice(1)] : args
}

/** `help`, `help releases` and `releases help` show what `--help` shows. */
export function turnHelpIntoOption(args: readonly string[], commands: readonly CommandData[]): string[] {
  const at = args.indexOf('help')
  const before = args.slice(0, at).join(' ')
  const isGroup = before === '' || commands.some(({ name }) => name.startsWith(`${before} `))
  if (at < 0 || !isGroup) return [...args]
  const asked = [...args.slice(0, at), ...args.slice(at + 1)]
  return namesNothing(asked, commands) ? asked : [...asked, '--help']
}

/** Then the parser refuses the words and names the command that was meant. Beside options, a word may be a value. */
function namesNothing(args: readonly string[], commands: readonly CommandData[]): boolean {
  const words = args.join(' ')
  if (words === 'version' || args.some((arg) => arg.startsWith('-'))) return false
  return (
    words !== '' && !commands.some(({ name }) => `${name} `.startsWith(`${words} `) || words.startsWith(`${name} `))
  )
}
