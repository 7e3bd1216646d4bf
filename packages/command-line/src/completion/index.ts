import type { ProgramData } from '../build-program.ts'
import { bashScript } from './bash-script.ts'
import { buildCompletionTree } from './completion-tree.ts'
import { fishScript } from './fish-script.ts'
import { powershellScript } from './powershell-script.ts'
import { zshScript } from './zsh-script.ts'

/** Completion scripts, made from the table of commands. */

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript } as const
/** The shells that have one. */
export type Shell = keyof typeof scripts

/** The script by which a shell completes commands, options, values and files of a program. */
export const completionScript = (program: ProgramData<never>, shell: Shell): string =>
  scripts[shell](buildCompletionTree(program))
