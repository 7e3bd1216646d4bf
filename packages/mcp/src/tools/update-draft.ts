import { ClosedObject, ReleasePatch, Type, updateRelease } from '@spindle/contract'
import { detailMember } from '../answers/answer-detail.ts'
import { suggestNextStep } from '../answers/suggest-next-step.ts'
import { summarizeRelease } from '../answers/summarize.ts'
import { shallowSchema } from '../definition/compact-schema.ts'
import { defineTool, requestOptions } from '../definition/define-tool.ts'
import { headerPattern } from '../definition/idempotency-member.ts'

const { releaseId } = updateRelease.params.properties
const rest = {
  ifMatch: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: headerPattern,
      description: 'ETag: refuse if the release has changed since',
    }),
  ),
  ...detailMember,
}

export const updateDraft = defineTool({
  name: 'update_draft',
  title: 'Change a release',
  description:
    'Merges patch into a release: absent members do not change, null removes, arrays are replaced completely (send every track, with its id). Members are those of create_draft. A live release changes at the outlets only after it is submitted again.',
  gate: 'draft',
  operations: ['updateRelease'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: ClosedObject({ releaseId, patch: ReleasePatch, ...rest }),
  shown: ClosedObject({ releaseId, patch: Type.Unsafe(shallowSchema(ReleasePatch)), ...rest }),
  async run({ releaseId, patch, ifMatch, detail }, context) {
    const release = await context.client.releases.update(releaseId, patch, { ...requestOptions(context), ifMatch })
    return {
      release: detail === 'full' ? release : summarizeRelease(release),
      nextStep: suggestNextStep(release, context.gate),
    }
  },
})
