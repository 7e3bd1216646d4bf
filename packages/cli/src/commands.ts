import { analyticsCommands } from './analytics/commands.ts'
import { catalogCommands } from './catalog/commands.ts'
import type { Command } from './command.ts'
import { commandsCommand } from './commands/describe.ts'
import { completionCommands } from './completion/commands.ts'
import { deliverCommands } from './deliver/commands.ts'
import { keyCommands } from './keys/commands.ts'
import { mcpCommands } from './mcp/commands.ts'
import { openCommands } from './open/commands.ts'
import { playCommands } from './plays/commands.ts'
import { profileCommands } from './profiles/commands.ts'
import { referenceCommands } from './reference/commands.ts'
import { releaseCommands } from './releases/commands.ts'
import { uploadCommands } from './uploads/commands.ts'
import { verifyCommands } from './verify/commands.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...deliverCommands,
  ...profileCommands,
  ...uploadCommands,
  ...releaseCommands,
  ...catalogCommands,
  ...analyticsCommands,
  ...keyCommands,
  ...playCommands,
  ...referenceCommands,
  ...verifyCommands,
  ...mcpCommands,
  ...openCommands,
  ...completionCommands,
  commandsCommand,
]
