import { argument, describeCommand, formatUsage } from '@spindle/command-line'
import { completionScript } from '@spindle/command-line/completion'
import { type OperatorCommand, operatorCommand, show } from './operator-command.ts'

/** The commands about commands. */

export const helpCommands: readonly OperatorCommand[] = [
  operatorCommand({
    name: 'completion',
    summary: 'Print the completion script for a shell',
    description: 'Prints a script that completes commands, options and files. Print it again after an update.',
    examples: [
      'source <(spindle-hub completion bash)',
      'spindle-hub completion bash > ~/.local/share/bash-completion/completions/spindle-hub',
      'spindle-hub completion zsh > ~/.zfunc/_spindle-hub',
      'spindle-hub completion fish > ~/.config/fish/completions/spindle-hub.fish',
      'spindle-hub completion powershell | Out-String | Invoke-Expression',
    ],
    input: { arguments: { shell: argument.choice('The shell', ['bash', 'zsh', 'fish', 'powershell']) } },
    async run({ out, program }, { shell }) {
      out(completionScript(program, shell).trimEnd())
      return undefined
    },
  }),
  operatorCommand({
    name: 'commands',
    summary: 'List every command with its arguments and options',
    hasJson: true,
    input: {},
    async run(context) {
      const { commands } = context.program
      const lines = commands.flatMap((command) => [formatUsage(command), `    ${command.summary}`])
      show(context, commands.map(describeCommand), lines)
      return undefined
    },
  }),
]
