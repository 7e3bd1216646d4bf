import type { Command } from './command.ts'
import { commandsCommand } from './commands/describe.ts'
import { profileCommands } from './profiles/commands.ts'
import { releaseCommands } from './releases/commands.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [...profileCommands, ...releaseCommands, commandsCommand]
