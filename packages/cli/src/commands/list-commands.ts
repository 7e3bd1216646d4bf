import { type Command, defineCommand } from '../command-line/define-command.ts'

/** `spindle commands`: the whole command line as data, for programs, completion and documentation. */

/** One command as others see it. */
export const describeCommand = ({
  name,
  summary,
  description,
  arguments: args,
  options,
  examples,
  operations,
}: Command) => ({
  name,
  summary,
  description,
  arguments: Object.entries(args ?? {}).map(([argument, { summary: words, choices, isOptional, isMany }]) => ({
    name: argument,
    summary: words,
    choices,
    optional: isOptional,
    many: isMany,
  })),
  options: Object.values(options ?? {}).map(({ flags, summary: words, choices }) => ({
    flags,
    summary: words,
    choices,
  })),
  examples: examples ?? [],
  operations,
})

export const commandsCommand: Command = defineCommand({
  name: 'commands',
  summary: 'List every command with its arguments and options',
  operations: [],
  input: {},
  load: async () => async (context) => {
    const { commands } = context
    const { formatTable } = await import('../output/format-table.ts')
    context.out.result(commands.map(describeCommand), () =>
      formatTable(
        [
          ['command', ({ name }) => name],
          ['does', ({ summary }) => summary, 'text'],
        ],
        commands,
        { header: true, columns: context.out.columns },
      ),
    )
    return undefined
  },
})
