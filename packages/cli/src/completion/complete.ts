import type { Run } from '../command.ts'
import { bashScript } from './bash.ts'
import type { completion } from './commands.ts'
import { fishScript } from './fish.ts'
import { commandLineOf } from './places.ts'
import { zshScript } from './zsh.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export const printCompletion: Run<typeof completion> = async ({ out, commands }, { shell }) => {
  out.document(scripts[shell](commandLineOf(commands)))
  return undefined
}
