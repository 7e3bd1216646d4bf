import { ClosedObject, limits, OneOf, Text, Type } from '@spindle/contract'
import { sendCommand, spindleCommand, toShellWord, uploadUrl } from '../answers/upload-commands.ts'
import { defineTool, requestOptions } from '../definition/define-tool.ts'
import { deriveIdempotencyKey } from '../definition/derive-idempotency-key.ts'
import { idempotencyMember } from '../definition/idempotency-member.ts'

export const createUpload = defineTool({
  name: 'create_upload',
  title: 'Begin an upload',
  description:
    'Makes room for one master or cover and answers a resumable URL (tus 1.0) with a command that sends the file; bytes never go through this connection. A shell or a person runs the command.',
  gate: 'draft',
  operations: ['storeUpload'],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: ClosedObject({
    filename: Text(255, { description: 'Name of the file, or its path for the command' }),
    size: Type.Integer({ minimum: 1, maximum: limits.maxUploadBytes, description: 'Bytes: wc -c' }),
    kind: OneOf(['audio', 'image']),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'sha256sum: other bytes are refused; the same call answers the same upload',
      }),
    ),
    contentType: Type.Optional(Text(255, { description: 'Media type, where it is known' })),
    ...idempotencyMember,
  }),
  output: Type.Object({
    uploadId: Type.String(),
    url: Type.String({ description: 'Takes the bytes: PATCH of tus 1.0' }),
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
  'Run commands.curl where the file lies; it needs no key and is good for an hour. Then wait; after a break get_upload has the command that goes on.'
const withKey =
  'Run commands.curl where the file lies (SPINDLE_API_KEY holds the key), then wait; after a break get_upload has the command that goes on. commands.spindle is another way: it makes an upload of its own, goes on by itself after breaks, and prints its id to use instead.'

/** Only a digest says that two calls mean the same bytes: a file made anew often keeps its name and its size. */
const keyOf = (filename: string, file: { readonly sha256?: string }): string | undefined =>
  file.sha256 === undefined ? undefined : deriveIdempotencyKey('create_upload', { filename, ...file })
