import { ClosedObject, limits, OneOf, Text, Type } from '@spindle/contract'
import { sendCommand, spindleCommand, toShellWord, uploadUrl } from '../answers/upload-commands.ts'
import { defineTool, requestOptions } from '../definition/define-tool.ts'
import { deriveIdempotencyKey } from '../definition/derive-idempotency-key.ts'
import { idempotencyMember } from '../definition/idempotency-member.ts'

export const createUpload = defineTool({
  name: 'create_upload',
  title: 'Start an upload',
  description:
    'Starts an upload for one master or cover and returns a resumable URL (tus 1.0) and a command that sends the file. The file does not go through this connection. A shell or a person runs the command.',
  gate: 'draft',
  operations: ['storeUpload'],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: ClosedObject({
    filename: Text(255, { description: 'File name, or its path for the command' }),
    size: Type.Integer({ minimum: 1, maximum: limits.maxUploadBytes, description: 'Size in bytes: wc -c' }),
    kind: OneOf(['audio', 'image']),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'From sha256sum. A file with a different digest is refused; the same call returns the same upload',
      }),
    ),
    contentType: Type.Optional(Text(255, { description: 'Media type, if known' })),
    ...idempotencyMember,
  }),
  output: Type.Object({
    uploadId: Type.String(),
    url: Type.String({ description: 'Receives the file: PATCH of tus 1.0' }),
    commands: Type.Object({ curl: Type.String(), spindle: Type.Optional(Type.String()) }),
    nextStep: Type.String(),
  }),
  async run({ filename, idempotencyKey, ...file }, context) {
    const { client, baseUrl } = context
    const { uploadId } = await client.uploads.begin(
      { ...file, filename: filename.split(/[\\/]/).at(-1) },
      { ...requestOptions(context), idempotencyKey: idempotencyKey ?? keyOf(filename, file) },
    )
    const url = uploadUrl(baseUrl, uploadId)
    const word = toShellWord(filename)
    const token = context.signUpload?.(uploadId)
    const curl = sendCommand({ url, file: word, offset: 0, token })
    if (token !== undefined) return { uploadId, url, commands: { curl }, nextStep: withToken }
    return { uploadId, url, commands: { curl, spindle: spindleCommand({ baseUrl, file: word }) }, nextStep: withKey }
  },
})

const withToken =
  'Run commands.curl on the machine with the file. It needs no key and is valid for one hour. Then call wait. After an interruption, get_upload has the command to resume.'
const withKey =
  'Run commands.curl on the machine with the file (SPINDLE_API_KEY contains the key), then call wait. After an interruption, get_upload has the command to resume. Alternatively, run commands.spindle: it creates its own upload, resumes automatically, and prints the id to use instead.'

/** Only a digest proves that two calls mean the same bytes: a file made again often keeps its name and its size. */
const keyOf = (filename: string, file: { readonly sha256?: string }): string | undefined =>
  file.sha256 === undefined ? undefined : deriveIdempotencyKey('create_upload', { filename, ...file })
