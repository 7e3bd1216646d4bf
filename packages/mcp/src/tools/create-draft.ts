import { ClosedObject, ReleaseInput } from '@spindle/contract'
import { detailMember } from '../answers/answer-detail.ts'
import { suggestNextStep } from '../answers/suggest-next-step.ts'
import { summarizeRelease } from '../answers/summarize.ts'
import { defineTool, requestOptions } from '../definition/define-tool.ts'
import { deriveIdempotencyKey } from '../definition/derive-idempotency-key.ts'
import { idempotencyMember } from '../definition/idempotency-member.ts'

// Submitting has its own tool and gate, and the request to the hub says so too.
const { submit: _submit, ...members } = ReleaseInput.properties

export const createDraft = defineTool({
  name: 'create_draft',
  title: 'Create a draft release',
  description:
    'Creates a draft from complete uploads. release requires title, type and tracks, each with title and uploadId; findings in the response list what else submission requires. The same call within a day returns the same draft.',
  gate: 'draft',
  operations: ['createRelease'],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: ClosedObject({ release: ClosedObject(members), ...idempotencyMember, ...detailMember }),
  async run({ release, idempotencyKey = deriveIdempotencyKey('create_draft', release), detail }, context) {
    const { data, response } = await context.client.releases
      .create({ ...release, submit: false }, { ...requestOptions(context), idempotencyKey })
      .withResponse()
    const isReplayed = response.headers.has('idempotency-replayed')
    return {
      release: detail === 'full' ? data : { ...summarizeRelease(data), ...(data.filled && { filled: data.filled }) },
      ...(isReplayed
        ? {
            repeated:
              'You already made this call. This is the response to the first call. No second draft was created.',
          }
        : {}),
      nextStep: suggestNextStep(data, context.gate),
    }
  },
})
