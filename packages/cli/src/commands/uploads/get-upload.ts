import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatBytes } from '../../output/format-units.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { formatUpload } from './format-upload.ts'
import type { get, remove } from './upload-commands.ts'

export const getUpload: CommandHandler<typeof get> = async ({ client, out, signal }, { uploadId }) => {
  const upload = await (await client()).uploads.get(uploadId, { signal })
  out.result(upload, () => formatUpload(upload, out))
  return undefined
}

export const deleteUpload: CommandHandler<typeof remove> = async (context, { uploadId, yes }) => {
  const { out, signal } = context
  await context.confirm(async () => {
    const { filename, offset } = await (await context.client()).uploads.get(uploadId, { signal })
    return sanitizeText(`Remove ${filename ?? uploadId} (${formatBytes(offset)}) from the hub?`)
  }, yes)
  await (await context.client()).uploads.delete(uploadId, { signal })
  out.result({ id: uploadId, deleted: true }, () => [`${uploadId} is removed.`])
  return undefined
}
