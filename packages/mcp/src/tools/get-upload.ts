import { ClosedObject, listUploads, OneOf, getUpload as operation, Type } from '@spindle/contract'
import { isGateOpen } from '../agent-gate.ts'
import { detailMember } from '../answers/answer-detail.ts'
import { suggestUploadStep } from '../answers/suggest-next-step.ts'
import { summarizeUpload } from '../answers/summarize.ts'
import { sendCommand, uploadUrl } from '../answers/upload-commands.ts'
import { defineTool, readOnlyAnnotations, requestOptions } from '../definition/define-tool.ts'

const {
  ids: _ids,
  include: _include,
  releaseId: _releaseId,
  unused: _unused,
  kind: _kind,
  ...others
} = listUploads.query.properties
const filters = { ...others, kind: Type.Optional(OneOf(['audio', 'image'])) }

export const getUpload = defineTool({
  name: 'get_upload',
  title: 'Get an upload',
  description:
    'One upload: received bytes, measurements of the analysis, findings with fixes. Without uploadId, the newest uploads.',
  gate: 'read',
  operations: ['getUpload', 'listUploads'],
  annotations: readOnlyAnnotations,
  input: ClosedObject({
    uploadId: Type.Optional(operation.params.properties.uploadId),
    ...filters,
    ...detailMember,
  }),
  async run({ uploadId, detail, ...query }, context) {
    const { uploads } = context.client
    const shown = detail === 'full' ? (upload: Parameters<typeof summarizeUpload>[0]) => upload : summarizeUpload
    if (uploadId === undefined) {
      const { data, page } = await uploads.list(query, requestOptions(context)).page()
      return { uploads: data.map(shown), page }
    }
    const upload = await uploads.get(uploadId, requestOptions(context))
    return {
      upload: shown(upload),
      nextStep: suggestUploadStep(upload),
      ...(upload.status === 'awaiting_data'
        ? {
            command: sendCommand({
              url: uploadUrl(context.baseUrl, upload.id),
              file: '"$FILE"',
              offset: upload.offset,
              token: isGateOpen(context.gate, 'draft') ? context.signUpload?.(upload.id) : undefined,
            }),
          }
        : {}),
    }
  },
})
