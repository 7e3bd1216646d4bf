import { describeCommand } from '@spindle/command-line'
import { type Command, defineCommand } from '../command-line/define-command.ts'

/** `spindle commands`: the whole command line as data for other programs. */

export const commandsCommand: Command = defineCommand({
  name: 'commands',
  summary: 'List every command with its arguments and options',
  operations: [],
  input: {},
  load: async () => async (context) => {
    const { commands } = context.program
    const { formatTable } = await import('../output/format-table.ts')
    context.out.result(
      commands.map((command) => ({ ...describeCommand(command), operations: command.operations })),
      () =>
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
