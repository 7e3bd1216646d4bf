import { Argument, type CommanderError, Command as Node, Option } from 'commander'
import { UsageError } from '../errors/command-error.ts'
import {
  type ArgumentDefinition as ArgumentData,
  type Command,
  formatArgument,
  type OptionDefinition as OptionData,
} from './define-command.ts'
import { parseChoice } from './option-types.ts'

/** Makes the program of the table of commands. It only reads the command line; `start` does the work. */

/** What every command takes. */
export interface GlobalOptions {
  readonly json?: boolean
  readonly hub?: string
  readonly profile?: string
  readonly keyFile?: string
  /** False with `--no-input`. */
  readonly input: boolean
}

/** The same, as they are shown. */
export const globalOptions: readonly Pick<OptionData, 'flags' | 'summary'>[] = [
  { flags: '--json', summary: 'Print JSON, also in a terminal' },
  { flags: '--hub <url>', summary: 'Address of the hub (default: SPINDLE_URL, then the profile)' },
  { flags: '--profile <name>', summary: 'Profile to use (default: SPINDLE_PROFILE, then the current one)' },
  { flags: '--key-file <path>', summary: 'File with the API key (default: SPINDLE_API_KEY, then the profile)' },
  { flags: '--no-input', summary: 'Never ask' },
]

/** The table of commands, where help goes, and what runs a command once its line is read. */
export interface ProgramOptions {
  readonly commands: readonly Command[]
  readonly version: string
  start(command: Command, given: Record<string, unknown>, globals: GlobalOptions): Promise<void>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/** What the help says of the first word of commands with two. */
export const commandGroups: Readonly<Record<string, string>> = {
  profiles: 'Hubs and credentials of this machine',
  releases: 'Singles, EPs and albums',
  uploads: 'Masters and covers',
  catalog: 'Everything delivered or drafted',
  analytics: 'How it is heard',
  reports: 'What stores said in their reports',
  imports: 'What became of packages of DDEX ERN',
  exports: 'Archives of all that the account has',
  keys: 'API keys (needs a service client: `spindle login --client`)',
  plays: 'What a property reports',
  feed: 'What a property may play',
  tracks: 'Audio of what a property may play',
  reference: 'Codes a release may use',
  outlets: 'Where releases can go',
  webhooks: 'Servers of yours that events are sent to',
  rules: 'What releases and uploads are checked against',
}

/** Throws `UsageError` for a command line that is not understood. */
export function buildProgram(options: ProgramOptions): Node {
  const { commands, version, out, err } = options
  const program = new Node('spindle')
    .description('Deliver music to a Spindle hub.')
    .version(version, '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand(false)
    .addHelpText('after', '\nThe main job:  spindle deliver ./my-album --dry-run\nDocumentation: docs/cli.md')
  for (const { flags, summary } of globalOptions) program.option(flags, summary)
  // Beside long names a summary has little room in 80 columns: it wraps all the same.
  program.configureHelp({ minWidthToWrap: 20 })
  program.configureOutput({ writeOut: out, writeErr: err, outputError: () => {} })
  explainUsageErrors(program, 'spindle')
  const nodes = new Map<string, Node>()
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ')
    const parent = second === undefined ? program : groupNode(program, nodes, first)
    addCommand(parent, second ?? first, command, options)
  }
  return program
}

/** A command line that is not understood fails like everything else: with what to do, and as JSON where that was asked for. */
function explainUsageErrors(node: Node, name: string): void {
  node.exitOverride((error) => {
    throw error.message.startsWith('error: ') ? toUsageError(error, node, name) : error
  })
}

/** Options that had another name before 1.0. */
const formerOptions: Readonly<Record<string, string>> = {
  '--by': '--group-by',
  '--plan': '--preview',
  '--q': '--query',
}

/** Undefined for an option that never was one, and where the command has none of the name of today. */
function findFormerOption(message: string, node: Node): string | undefined {
  const [, given = ''] = /^error: unknown option '(--[\w-]+)/.exec(message) ?? []
  const meant = Object.hasOwn(formerOptions, given) ? formerOptions[given] : undefined
  return node.options.some(({ long }) => long === meant) ? meant : undefined
}

function toUsageError({ message }: CommanderError, node: Node, name: string): UsageError {
  const [first = '', near] = message.replace('error: ', '').split('\n')
  const former = findFormerOption(message, node)
  const suggestion = former === undefined ? near : `Did you mean ${former}?`
  const help = `\`${name} --help\` says what it takes.`
  return new UsageError(
    first.charAt(0).toUpperCase() + first.slice(1),
    suggestion === undefined ? help : `${suggestion.replace(/^\((.*)\)$/, '$1')} ${help}`,
  )
}

function groupNode(program: Node, nodes: Map<string, Node>, name: string): Node {
  const known = nodes.get(name)
  if (known) return known
  const made = program
    .command(name)
    .description(commandGroups[name] ?? '')
    .helpCommand(false)
  made.copyInheritedSettings(program)
  explainUsageErrors(made, `spindle ${name}`)
  nodes.set(name, made)
  return made
}

function addCommand(parent: Node, word: string, command: Command, { start }: ProgramOptions): void {
  const node = parent
    .command(word)
    .summary(command.summary)
    .description(command.description ?? command.summary)
  node.copyInheritedSettings(parent)
  explainUsageErrors(node, `spindle ${command.name}`)
  for (const [name, data] of Object.entries(command.arguments ?? {})) node.addArgument(toArgument(name, data))
  for (const option of Object.values(command.options ?? {})) node.addOption(toOption(option))
  if (command.examples)
    node.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`)
  node.action(async (...args: unknown[]) => {
    await start(command, collectValues(command, node, args), node.optsWithGlobals<GlobalOptions>())
  })
}

const toArgument = (name: string, argument: ArgumentData): Argument =>
  new Argument(formatArgument(name, argument), withChoices(argument.summary, argument.choices))

const withChoices = (summary: string, choices: readonly string[] | undefined): string =>
  choices === undefined ? summary : `${summary} (${choices.join(', ')})`

function toOption({ flags, summary, choices, read, defaultValue }: OptionData): Option {
  const option = new Option(flags, withChoices(summary, choices))
  if (defaultValue !== undefined && defaultValue !== false) option.default(defaultValue)
  return read === undefined ? option : option.argParser((text, before: unknown) => read(text, before))
}

/** The values of one call under the names of the table. */
function collectValues(command: Command, node: Node, args: readonly unknown[]): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const [index, [name, argument]] of Object.entries(command.arguments ?? {}).entries()) {
    const value = args[index]
    const shown = formatArgument(name, argument)
    const { choices } = argument
    // An empty variable of a script, most likely.
    if ([value].flat().includes('')) throw new UsageError(`${shown} is empty`)
    given[name] = choices === undefined || typeof value !== 'string' ? value : parseChoice(shown, value, choices)
  }
  for (const [name, option] of Object.entries(command.options ?? {}))
    given[name] = node.getOptionValue(toOption(option).attributeName()) ?? option.defaultValue
  return given
}
