import { completionScript } from '@spindle/command-line/completion'
import type { CommandHandler } from '../../command-line/define-command.ts'
import type { completion } from './completion-commands.ts'

export const printCompletion: CommandHandler<typeof completion> = async ({ out, program }, { shell }) => {
  out.document(completionScript(program, shell))
  return undefined
}
