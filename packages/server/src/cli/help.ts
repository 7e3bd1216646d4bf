import { findNearestName } from '@spindle/contract/vocabulary'
import { hubCommandOf } from '../config/config.ts'
import { type Command, type CommandInput, exitCodes } from './command.ts'

/** What somebody reads who asks for help, or who types what is no command: as little as answers the question. */

export const usageOf = ({ usage, hasJson }: Command): string => (hasJson ? `${usage} [--json]` : usage)

export function explainCommand(command: Command): string[] {
  return [...wrap(command.summary, ''), ...wrap(`Usage: ${usageOf(command)}`, '', '  ')]
}

/** For arguments that name no command. Answers the exit code. */
export function showHelp(commands: readonly Command[], { args, environment, out, err }: CommandInput): number {
  const words = args.filter((word) => word !== 'help' && !word.startsWith('-'))
  const isAsked = args.length === 0 || args.includes('help') || args.includes('--help')
  const group = commands.filter(({ name }) => name.split(' ')[0] === words[0])
  if (isAsked && (words.length === 0 || group.length > 0)) {
    for (const line of listCommands(words.length === 0 ? commands : group)) out(line)
    return exitCodes.ok
  }
  const hubCommand = hubCommandOf(environment)
  for (const line of explainUnknown(commands, group, { typed: words.slice(0, 2).join(' '), hubCommand })) err(line)
  return exitCodes.usage
}

interface Typed {
  readonly typed: string
  readonly hubCommand: string
}

function explainUnknown(
  commands: readonly Command[],
  group: readonly Command[],
  { typed, hubCommand }: Typed,
): string[] {
  if (group.length > 0 && !typed.includes(' ')) return [`"${typed}" takes one more word:`, ...listCommands(group)]
  const refusal = typed === '' ? 'That names no command.' : `There is no command "${typed}".`
  if (group.length > 0) return [refusal, ...listCommands(group)]
  const near = findNearestName(
    typed,
    commands.map(({ name }) => name),
  )
  return [near === undefined ? refusal : `${refusal} Did you mean "${near}"?`, `All commands: ${hubCommand} help`]
}

/** One under the other: beside each other they would be wider than a terminal. */
const listCommands = (commands: readonly Command[]): string[] => [
  'Commands:',
  ...commands.flatMap((command) => [...wrap(usageOf(command), '  ', '        '), ...wrap(command.summary, '      ')]),
]

const columns = 80

/** Lines of at most 80 columns. */
function wrap(text: string, indent: string, hanging = indent): string[] {
  const lines: string[] = []
  let line = ''
  // What stands in brackets or quotes is one thing.
  for (const word of text.match(/\[[^\]]*\](?: \.\.\.)?|"[^"]*"|\S+/g) ?? []) {
    if (line === '') line = indent + word
    else if (line.length + 1 + word.length <= columns) line += ` ${word}`
    else {
      lines.push(line)
      line = hanging + word
    }
  }
  return [...lines, line]
}
