import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { NotFoundError, type Spindle } from '@spindle/client'
import { uploadFile as sendFile } from '@spindle/client/node'
import { ClosedObject, OneOf, Text, Type, type Upload } from '@spindle/contract'
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
    const file = await nameFile(path)
    const upload = (await findSent(client, file, { kind, signal })) ?? (await sendFile(client, path, { kind, signal }))
    rememberSent(client, file, upload.id)
    return { upload: summarizeUpload(upload), nextStep: suggestUploadStep(upload) }
  },
})

/** The ids of files that were sent, while the server runs: agents repeat calls. */
const sentBy = new WeakMap<Spindle, Map<string, string>>()
const mostRemembered = 1_000

/** Undefined if it cannot be read: sending it says why. */
const nameFile = (path: string): Promise<string | undefined> =>
  stat(path).then(
    ({ size, mtimeMs }) => `${resolve(path)}|${size}|${mtimeMs}`,
    () => undefined,
  )

function rememberSent(client: Spindle, file: string | undefined, id: string): void {
  const sent = sentBy.get(client) ?? new Map<string, string>()
  if (file !== undefined && sent.size < mostRemembered) sent.set(file, id)
  sentBy.set(client, sent)
}

interface Wanted {
  readonly kind: Upload['kind'] | undefined
  readonly signal: AbortSignal
}

/** Undefined if it was not sent as this kind, was rejected, or is gone. */
async function findSent(client: Spindle, file: string | undefined, wanted: Wanted): Promise<Upload | undefined> {
  const id = file === undefined ? undefined : sentBy.get(client)?.get(file)
  if (id === undefined) return undefined
  try {
    const upload = await client.uploads.get(id, { signal: wanted.signal })
    const fits = wanted.kind === undefined || wanted.kind === upload.kind
    return fits && upload.status !== 'rejected' ? upload : undefined
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

const notMusic = {
  code: 'file_type_unsupported',
  message: 'Only audio (wav, aiff, flac, mp3) and images (jpeg, png, webp, tiff) can be sent. Nothing was done.',
  fix: 'Use a file with one of these extensions.',
  next_action: 'Call the tool again with the path of a master or a cover.',
  retryable: false,
} as const
