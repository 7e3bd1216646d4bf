import type { CommandHandler } from '../../command-line/define-command.ts'
import { readResponseBody } from '../../hub/read-response-body.ts'
import { listing, showing } from '../operation-handlers.ts'
import { formatImport } from './format-import.ts'
import type { get, list } from './import-commands.ts'

export const listImports: CommandHandler<typeof list> = listing(
  ({ imports }, query, options) => imports.list(query, options),
  {
    empty: 'There are no imports. Import a package with: spindle import <package>',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', ({ status }) => status],
      ['release', ({ releaseId }) => releaseId, 'id'],
      ['sender', ({ senderName, senderId }) => senderName ?? senderId, 'text'],
      ['ern', ({ version }) => version, 'extra'],
      ['drop', ({ drop }) => drop?.id ?? null, 'extra'],
      ['created', ({ createdAt }) => createdAt, 'extra'],
    ],
  },
)

export const getImport: CommandHandler<typeof get> = showing(
  ({ imports }, { importId }, options) => imports.get(importId, options),
  (result, out) => formatImport(result.messageId ?? result.id, result, out),
)

export const getMessage: CommandHandler<typeof get> = async ({ client, out, signal }, { importId }) => {
  const response = await (await client()).imports.getMessage(importId, { signal })
  await out.stream(readResponseBody(response, signal))
  return undefined
}
