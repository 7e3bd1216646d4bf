import { ClosedObject, validateRelease as operation, ReleaseCheck, Type } from '@spindle/contract'
import { detailMember } from '../answers/answer-detail.ts'
import { summarizeFindings } from '../answers/summarize.ts'
import { defineTool, readOnlyAnnotations, requestOptions } from '../definition/define-tool.ts'

const { validation, suggestedType } = ReleaseCheck.properties

export const validateRelease = defineTool({
  name: 'validate_release',
  title: 'Check a release',
  description:
    'Checks a release against all rules without changing it. Errors block submission; each finding has a pointer and a fix.',
  gate: 'read',
  operations: ['validateRelease'],
  annotations: readOnlyAnnotations,
  input: ClosedObject({ ...operation.params.properties, ...operation.query.properties, ...detailMember }),
  output: Type.Object({
    canSubmit: Type.Boolean({ description: 'No errors' }),
    validation,
    suggestedType,
    findings: Type.Array(Type.Object({}), { description: 'Most severe first' }),
    findingsOmitted: Type.Optional(Type.Integer()),
  }),
  async run({ releaseId, outlet, detail }, context) {
    const { findings, validation, suggestedType } = await context.client.releases.validate(releaseId, {
      outlet,
      ...requestOptions(context),
    })
    return {
      canSubmit: validation.errors === 0,
      validation,
      suggestedType,
      ...(detail === 'full' ? { findings } : summarizeFindings(findings)),
    }
  },
})
