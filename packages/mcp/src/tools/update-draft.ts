import { ClosedObject, ReleasePatch, updateRelease } from '@spindle/contract'
import { Type } from 'typebox'
import { detailMember } from '../detail.ts'
import { nextStepOf } from '../next-step.ts'
import { shallow } from '../outline.ts'
import { shortRelease } from '../short.ts'
import { asking, defineTool } from '../tool.ts'
import { headerPattern } from '../write.ts'

const { releaseId } = updateRelease.params.properties
const rest = {
  ifMatch: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: headerPattern,
      description: 'ETag: refuse when the release has changed since',
    }),
  ),
  ...detailMember,
}

export const updateDraft = defineTool({
  name: 'update_draft',
  title: 'Change a release',
  description:
    'Merges patch into a release: absent members stay, null removes, arrays are replaced whole (send every track, with its id). Members are those of create_draft. A live release changes at the outlets only when it is submitted again.',
  gate: 'draft',
  operations: ['updateRelease'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: ClosedObject({ releaseId, patch: ReleasePatch, ...rest }),
  shown: ClosedObject({ releaseId, patch: Type.Unsafe(shallow(ReleasePatch)), ...rest }),
  async run({ releaseId, patch, ifMatch, detail }, context) {
    const release = await context.client.releases.update(releaseId, patch, { ...asking(context), ifMatch })
    return { release: detail === 'full' ? release : shortRelease(release), nextStep: nextStepOf(release) }
  },
})
