import type { CommandHandler } from '../../command-line/define-command.ts'
import { bashScript } from './bash-script.ts'
import type { completion } from './completion-commands.ts'
import { buildCompletionTree } from './completion-tree.ts'
import { fishScript } from './fish-script.ts'
import { zshScript } from './zsh-script.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export const printCompletion: CommandHandler<typeof completion> = async ({ out, commands }, { shell }) => {
  out.document(scripts[shell](buildCompletionTree(commands)))
  return undefined
}
