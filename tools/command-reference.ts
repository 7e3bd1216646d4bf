import {
  type CommandData,
  exitCodes,
  formatArgument,
  formatUsage,
  type ProgramData,
} from '../packages/command-line/src/index.ts'
import { markdownTable } from './tables.ts'

/** The page of every command of both programs, made from the tables of commands. */

type Program = Pick<ProgramData<never>, 'name' | 'summary' | 'groups' | 'globalOptions'> & {
  readonly commands: readonly CommandData[]
}

const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'done',
  failed: 'failed: no network, a full disk, or a check that found something',
  usage: 'the command line is not understood, or a question had no one to answer it',
  credentials: '`spindle`: a credential is missing, refused, or lacks a permission',
  validation: '`spindle`: the release or a file is not valid; what to fix is listed',
  config: '`spindle-hub`: a setting is wrong, or there is no hub; a supervisor must not restart it',
  interrupted: 'stopped by Ctrl-C',
}

/** The whole page. */
export const commandReference = (programs: readonly Program[]): string =>
  [
    '# Commands',
    'Written by `npm run gen` from the tables of commands. `--help` after a command shows the same in a terminal.',
    markdownTable(
      ['exit code', 'means'],
      Object.entries(exitCodes).map(([name, code]) => [String(code), exitCodeMeanings[name as keyof typeof exitCodes]]),
    ),
    ...programs.flatMap(programSections),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')

const programSections = ({ name, summary, commands, globalOptions }: Program): string[] => [
  `## ${name}`,
  summary,
  ...(globalOptions.length === 0
    ? []
    : [
        'Every command takes:',
        markdownTable(
          ['option', 'what it does'],
          globalOptions.map((option) => [`\`${option.flags}\``, option.summary]),
        ),
      ]),
  ...commands.flatMap(commandSections),
]

function commandSections(command: CommandData): string[] {
  const { name, summary, description = summary, examples = [], exitCodes: codes = {} } = command
  const rows = inputRows(command)
  return [
    `### ${name}`,
    `\`${formatUsage(command)}\``,
    /[.!?]$/.test(description) ? description : `${description}.`,
    ...(rows.length === 0 ? [] : [markdownTable(['takes', 'what it is', 'default'], rows)]),
    ...(examples.length === 0 ? [] : [['```text', ...examples, '```'].join('\n')]),
    ...Object.entries(codes).map(([code, meaning]) => `Exit code ${code}: ${meaning}.`),
  ]
}

function inputRows({ arguments: args = {}, options = {} }: CommandData): string[][] {
  return [
    ...Object.entries(args).map(([name, argument]) => [
      `\`${formatArgument(name, argument)}\``,
      withChoices(argument),
      '',
    ]),
    ...Object.values(options).map((option) => [
      `\`${option.flags}\``,
      `${withChoices(option)}${option.isRequired === true ? ' (required)' : ''}`,
      formatDefault(option.defaultValue),
    ]),
  ]
}

const withChoices = ({
  summary,
  choices,
}: {
  readonly summary: string
  readonly choices?: readonly string[] | undefined
}) => (choices === undefined ? summary : `${summary}: ${choices.map((choice) => `\`${choice}\``).join(', ')}`)

const formatDefault = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : ''
