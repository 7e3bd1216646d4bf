import { argument, defineCommand } from '../../command-line/define-command.ts'

export const completion = {
  arguments: { shell: argument.choice('The shell', ['bash', 'zsh', 'fish', 'powershell']) },
}

export const completionCommands = [
  defineCommand({
    name: 'completion',
    summary: 'Print the completion script for a shell',
    description: 'Prints a script that completes commands, options, values and files. Print it again after an update.',
    examples: [
      'source <(spindle completion bash)',
      'spindle completion bash > ~/.local/share/bash-completion/completions/spindle',
      'spindle completion zsh > ~/.zfunc/_spindle',
      'spindle completion fish > ~/.config/fish/completions/spindle.fish',
      'spindle completion powershell | Out-String | Invoke-Expression',
    ],
    operations: [],
    input: completion,
    load: async () => (await import('./print-completion.ts')).printCompletion,
  }),
]
