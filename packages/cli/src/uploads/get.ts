import type { Run } from '../command.ts'
import { plainText } from '../output.ts'
import { formatBytes } from '../units.ts'
import type { get, remove } from './commands.ts'
import { uploadLines } from './describe.ts'

export const getUpload: Run<typeof get> = async ({ client, out, signal }, { uploadId }) => {
  const upload = await (await client()).uploads.retrieve(uploadId, { signal })
  out.result(upload, () => uploadLines(upload, out))
  return undefined
}

export const deleteUpload: Run<typeof remove> = async (context, { uploadId, yes }) => {
  const { out, signal } = context
  await context.confirm(async () => {
    const { filename, offset } = await (await context.client()).uploads.retrieve(uploadId, { signal })
    return plainText(`Remove ${filename ?? uploadId} (${formatBytes(offset)}) from the hub?`)
  }, yes)
  await (await context.client()).uploads.del(uploadId, { signal })
  out.result({ id: uploadId, deleted: true }, () => [`${uploadId} is removed.`])
  return undefined
}
