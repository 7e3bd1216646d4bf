import type { CommandHandler } from '../../command-line/define-command.ts'
import { readResponseBody } from '../../hub/read-response-body.ts'
import { showList } from '../../output/show-list.ts'
import { formatImport } from './format-import.ts'
import type { get, list } from './import-commands.ts'

export const listImports: CommandHandler<typeof list> = async (context, { all, ...query }) => {
  const { imports } = await context.client()
  await showList(context, imports.list(query, { signal: context.signal }), {
    all,
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
  })
  return undefined
}

export const getImport: CommandHandler<typeof get> = async ({ client, out, signal }, { importId }) => {
  const result = await (await client()).imports.get(importId, { signal })
  out.result(result, () => formatImport(result.messageId ?? result.id, result, out))
  return undefined
}

export const getMessage: CommandHandler<typeof get> = async ({ client, out, signal }, { importId }) => {
  const response = await (await client()).imports.getMessage(importId, { signal })
  await out.stream(readResponseBody(response, signal))
  return undefined
}
