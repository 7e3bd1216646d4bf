import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatBytes } from '../../output/format-units.ts'
import { ending, showing } from '../operation-handlers.ts'
import { formatUpload } from './format-upload.ts'
import type { get, remove } from './upload-commands.ts'

export const getUpload: CommandHandler<typeof get> = showing(
  ({ uploads }, { uploadId }, options) => uploads.get(uploadId, options),
  formatUpload,
)

export const deleteUpload: CommandHandler<typeof remove> = ending({
  async question({ uploads }, { uploadId }, options) {
    const { filename, offset } = await uploads.get(uploadId, options)
    return `Remove ${filename ?? uploadId} (${formatBytes(offset)}) from the hub?`
  },
  end: ({ uploads }, { uploadId }, options) => uploads.delete(uploadId, options),
  done: ({ uploadId }) => [{ id: uploadId, deleted: true }, `${uploadId} is removed.`],
})
