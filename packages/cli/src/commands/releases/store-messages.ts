import type { CommandHandler } from '../../command-line/define-command.ts'
import { readResponseBody } from '../../hub/read-response-body.ts'
import { listing } from '../operation-handlers.ts'
import type { message, pages } from './release-commands.ts'

export const listMessages: CommandHandler<typeof pages> = listing(
  ({ releases }, { releaseId, ...page }, options) => releases.listMessages(releaseId, page, options),
  {
    empty: 'No messages were sent to stores yet. Only outlets that accept packages get messages.',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['outlet', ({ outlet }) => outlet],
      ['purpose', ({ purpose }) => purpose],
      ['revision', ({ revision }) => String(revision)],
      ['status', ({ status }) => status],
      ['sent', ({ sentAt }) => sentAt],
      ['answer', ({ acknowledgement }) => acknowledgement?.status, 'text'],
      ['sha256', ({ sha256 }) => sha256, 'extra'],
    ],
  },
)

export const getMessage: CommandHandler<typeof message> = async ({ client, out, signal }, { releaseId, messageId }) => {
  const response = await (await client()).releases.getMessage(releaseId, messageId, { signal })
  await out.stream(readResponseBody(response, signal))
  return undefined
}

export const getProof: CommandHandler<typeof message> = async ({ client, out, signal }, { releaseId, messageId }) => {
  out.json(await (await client()).releases.getProof(releaseId, messageId, { signal }))
  return undefined
}
