import { ClosedObject, listUploads, getUpload as operation } from '@spindle/contract'
import { Type } from 'typebox'
import { detailMember } from '../detail.ts'
import { nextStepOfUpload } from '../next-step.ts'
import { shortUpload } from '../short.ts'
import { asking, defineTool, reads } from '../tool.ts'
import { sendCommand, uploadUrl } from '../upload-commands.ts'

export const getUpload = defineTool({
  name: 'get_upload',
  title: 'Look at an upload',
  description:
    'One upload: how many bytes are there, what the analysis measured, findings with fixes. Without uploadId the newest uploads.',
  gate: 'read',
  operations: ['getUpload', 'listUploads'],
  annotations: reads,
  input: ClosedObject({
    uploadId: Type.Optional(operation.params.properties.uploadId),
    ...listUploads.query.properties,
    ...detailMember,
  }),
  async run({ uploadId, detail, ...query }, context) {
    const { uploads } = context.client
    const shown = detail === 'full' ? (upload: Parameters<typeof shortUpload>[0]) => upload : shortUpload
    if (uploadId === undefined) {
      const { data, page } = await uploads.list(query, asking(context)).page()
      return { uploads: data.map(shown), page }
    }
    const upload = await uploads.retrieve(uploadId, asking(context))
    return {
      upload: shown(upload),
      nextStep: nextStepOfUpload(upload),
      ...(upload.status === 'awaiting_data'
        ? {
            command: sendCommand({
              url: uploadUrl(context.baseUrl, upload.id),
              file: '"$FILE"',
              offset: upload.offset,
            }),
          }
        : {}),
    }
  },
})
