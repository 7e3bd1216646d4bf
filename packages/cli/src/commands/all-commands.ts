import type { Command } from '../command-line/define-command.ts'
import { deliverCommands } from '../deliver/deliver-commands.ts'
import { analyticsCommands } from './analytics/analytics-commands.ts'
import { apiCommands } from './api/api-commands.ts'
import { bulkCommands } from './bulk/bulk-commands.ts'
import { catalogCommands } from './catalog/catalog-commands.ts'
import { completionCommands } from './completion/completion-commands.ts'
import { exportCommands } from './exports/export-commands.ts'
import { importCommands } from './imports/import-commands.ts'
import { mappingCommands } from './imports/mapping-commands.ts'
import { keyCommands } from './keys/key-commands.ts'
import { labelCommands } from './labels/label-commands.ts'
import { commandsCommand } from './list-commands.ts'
import { mcpCommands } from './mcp/mcp-commands.ts'
import { openCommands } from './open/open-commands.ts'
import { partyCommands } from './parties/party-commands.ts'
import { playCommands } from './plays/play-commands.ts'
import { profileCommands } from './profiles/profile-commands.ts'
import { recordingCommands } from './recordings/recording-commands.ts'
import { referenceCommands } from './reference/reference-commands.ts'
import { releaseCommands } from './releases/release-commands.ts'
import { reportCommands } from './reports/report-commands.ts'
import { transferCommands } from './transfers/transfer-commands.ts'
import { uploadCommands } from './uploads/upload-commands.ts'
import { verifyCommands } from './verify/verify-commands.ts'
import { webhookCommands } from './webhooks/webhook-commands.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...deliverCommands,
  ...profileCommands,
  ...uploadCommands,
  ...releaseCommands,
  ...bulkCommands,
  ...transferCommands,
  ...importCommands,
  ...mappingCommands,
  ...exportCommands,
  ...catalogCommands,
  ...recordingCommands,
  ...partyCommands,
  ...labelCommands,
  ...analyticsCommands,
  ...reportCommands,
  ...keyCommands,
  ...webhookCommands,
  ...playCommands,
  ...referenceCommands,
  ...verifyCommands,
  ...mcpCommands,
  ...apiCommands,
  ...openCommands,
  ...completionCommands,
  commandsCommand,
]
