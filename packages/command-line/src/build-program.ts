import { CommanderError, Command as Node } from 'commander'
import { exitCodes } from './command-error.ts'
import { type Command, type CommandData, formatUsage, type OptionDefinition } from './define-command.ts'
import { explainUsageErrors, type KnownWords } from './explain-usage-errors.ts'
import { collectValues, toArgument, toOption } from './read-values.ts'
import { turnHelpIntoOption, turnVersionIntoOption } from './turn-words-into-options.ts'

/** Makes a program of a table of commands. It only reads the command line; `start` does the work. */

/** What a program is called and what all its commands have in common. */
export interface ProgramData<Context> {
  /** What a shell completes and runs. */
  readonly name: string
  /** How the help and the hints call it, where that is not the name: `npm run hub --`. */
  readonly typedAs?: string
  readonly summary: string
  readonly commands: readonly Command<Context>[]
  /** The help for words that several commands begin with. */
  readonly groups: Readonly<Record<string, string>>
  /** The headings of the help, in their order, with the first words of the commands below each. */
  readonly sections?: Readonly<Record<string, readonly string[]>>
  /** Words that people know from other programs, by the command line that does it in this one. */
  readonly otherWords?: Readonly<Record<string, readonly string[]>>
  /** The options that every command takes. */
  readonly globalOptions: readonly Pick<OptionDefinition, 'flags' | 'summary'>[]
  /** The last lines of its help. */
  readonly footer?: string
}

/** A program with its version, where its help goes, and what runs a command once the command line is read. */
export interface ProgramOptions<Context, Globals> extends ProgramData<Context> {
  readonly version: string
  start(command: Command<Context>, given: Record<string, unknown>, globals: Globals): Promise<number>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/**
 * Reads a command line, runs its command and returns the exit code. Throws `UsageError` for a command line that is not
 * understood, and the errors of the command.
 */
export async function runProgram<Context, Globals>(
  args: readonly string[],
  options: ProgramOptions<Context, Globals>,
): Promise<number> {
  let exitCode: number = exitCodes.ok
  const program = buildProgram<Context, Globals>({
    ...options,
    start: async (...call) => {
      exitCode = await options.start(...call)
      return exitCode
    },
  })
  try {
    const words = turnVersionIntoOption(args, options.commands)
    await program.parseAsync(turnHelpIntoOption(words, options.commands), { from: 'user' })
    return exitCode
  } catch (error) {
    // Help and version were shown; help that was not requested means that a word is missing.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    throw error
  }
}

/** Throws `UsageError` for a command line that is not understood. */
export function buildProgram<Context, Globals>(options: ProgramOptions<Context, Globals>): Node {
  const { version, out, err, name, typedAs = name } = options
  const program = new Node(typedAs)
    .description(options.summary)
    .version(version, '-v, --version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand(false)
  if (options.footer !== undefined) program.addHelpText('after', `\n${options.footer}`)
  for (const { flags, summary } of options.globalOptions) program.option(flags, summary)
  // Beside long names a summary has little room in 80 columns: it wraps all the same.
  program.configureHelp({ minWidthToWrap: 20 })
  program.configureOutput({ writeOut: out, writeErr: err, outputError: () => {} })
  explainUsageErrors(program, { name: typedAs, known: wordsOf(options) })
  const nodes = new Map<string, Node>()
  for (const command of sortBySection(options.commands, options.sections)) {
    const words = command.name.split(' ')
    let parent = program
    for (const depth of words.keys()) {
      if (depth === words.length - 1) break
      parent = groupNode(parent, nodes, words.slice(0, depth + 1), options)
    }
    addCommand(parent, words.at(-1) ?? '', command, options)
  }
  for (const [heading, words] of Object.entries(options.sections ?? {}))
    for (const node of program.commands) if (words.includes(node.name())) node.helpGroup(`${heading}:`)
  return program
}

/** In the order of the sections: commander lists commands, and the sections they begin, as they are added. */
function sortBySection<Context>(
  commands: readonly Command<Context>[],
  sections: ProgramData<never>['sections'] = {},
): readonly Command<Context>[] {
  const order = Object.values(sections).flat()
  const placeOf = ({ name }: CommandData): number => order.indexOf(name.split(' ', 1)[0] ?? '')
  return [...commands].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Computed only for a command line that is not understood. */
const wordsOf =
  ({ name, typedAs = name, commands, sections, otherWords = {} }: ProgramData<never>) =>
  (): KnownWords => ({ typedAs, commands: sortBySection(commands, sections).map((one) => one.name), otherWords })

function groupNode<Context, Globals>(
  parent: Node,
  nodes: Map<string, Node>,
  words: readonly string[],
  options: ProgramOptions<Context, Globals>,
): Node {
  const { groups, name, typedAs = name } = options
  const path = words.join(' ')
  const known = nodes.get(path)
  if (known) return known
  const made = parent
    .command(words.at(-1) ?? '')
    .description(groups[path] ?? '')
    .helpCommand(false)
  made.copyInheritedSettings(parent)
  explainUsageErrors(made, { name: `${typedAs} ${path}`, known: wordsOf(options) })
  nodes.set(path, made)
  return made
}

function addCommand<Context, Globals>(
  parent: Node,
  word: string,
  command: Command<Context>,
  program: ProgramOptions<Context, Globals>,
): void {
  const { start, name, typedAs = name } = program
  const node = parent
    .command(word)
    .summary(command.summary)
    .description(command.description ?? command.summary)
  node.copyInheritedSettings(parent)
  const options = Object.values(command.options ?? {})
  explainUsageErrors(node, { name: `${typedAs} ${command.name}`, known: wordsOf(program), options })
  node.usage(formatUsage(command).slice(command.name.length).trim())
  for (const [argument, data] of Object.entries(command.arguments ?? {})) node.addArgument(toArgument(argument, data))
  for (const option of options) node.addOption(toOption(option))
  for (const text of moreHelp(command, name, typedAs)) node.addHelpText('after', text)
  node.action(async (...args: unknown[]) => {
    await start(command, collectValues(command, node, { args, typedAs }), node.optsWithGlobals() as Globals)
  })
}

function moreHelp({ examples = [], exitCodes: codes = {} }: CommandData, name: string, typedAs: string): string[] {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`]
  return [
    ...section(
      'Examples',
      examples.map((line) => (name === typedAs ? line : line.replaceAll(`${name} `, `${typedAs} `))),
    ),
    ...section(
      'Exit codes',
      Object.entries(codes).map(([code, meaning]) => `${code}  ${meaning}`),
    ),
  ]
}
