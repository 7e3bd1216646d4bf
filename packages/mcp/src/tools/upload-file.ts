import { uploadFile as sendFile } from '@spindle/client/node'
import { ClosedObject, OneOf, Text, Type } from '@spindle/contract'
import { suggestUploadStep } from '../answers/suggest-next-step.ts'
import { summarizeUpload } from '../answers/summarize.ts'
import { ToolError } from '../answers/tool-failure.ts'
import { defineTool } from '../definition/define-tool.ts'

/** What a hub takes. An agent that was led astray by a text can send nothing else of the machine it runs on. */
const musicFile = /\.(wav|aiff?|flac|mp3|jpe?g|png|webp|tiff?)$/i

/** Only if the server runs on the machine with the files: over a network it has none. */
export const uploadFile = defineTool({
  name: 'upload_file',
  title: 'Upload a file from this machine',
  description:
    'Sends a master or cover from this machine and returns the upload; the analysis follows (call wait). Repeat the call to resume after an interruption; it creates no second upload.',
  gate: 'draft',
  operations: ['storeUpload', 'getUpload'],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: ClosedObject({
    path: Text(4096, { description: 'Path of the file' }),
    kind: Type.Optional(OneOf(['audio', 'image'], { description: 'Default from the file extension' })),
  }),
  async run({ path, kind }, { client, signal }) {
    if (!musicFile.test(path)) throw new ToolError(notMusic)
    const upload = await sendFile(client, path, { kind, signal })
    return { upload: summarizeUpload(upload), nextStep: suggestUploadStep(upload) }
  },
})

const notMusic = {
  code: 'file_type_unsupported',
  message: 'Only audio (wav, aiff, flac, mp3) and images (jpeg, png, webp, tiff) can be sent. Nothing was done.',
  fix: 'Use a file with one of these extensions.',
  next_action: 'Call the tool again with the path of a master or a cover.',
  retryable: false,
} as const
