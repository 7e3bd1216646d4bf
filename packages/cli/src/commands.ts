import type { Command } from './command.ts'
import { commandsCommand } from './commands/describe.ts'
import { completionCommands } from './completion/commands.ts'
import { mcpCommands } from './mcp/commands.ts'
import { openCommands } from './open/commands.ts'
import { profileCommands } from './profiles/commands.ts'
import { releaseCommands } from './releases/commands.ts'
import { verifyCommands } from './verify/commands.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...profileCommands,
  ...releaseCommands,
  ...verifyCommands,
  ...mcpCommands,
  ...openCommands,
  ...completionCommands,
  commandsCommand,
]
