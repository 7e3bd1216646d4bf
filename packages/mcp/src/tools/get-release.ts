import { ClosedObject, getRelease as operation } from '@spindle/contract'
import { detailMember } from '../answers/answer-detail.ts'
import { suggestNextStep } from '../answers/suggest-next-step.ts'
import { summarizeRelease } from '../answers/summarize.ts'
import { defineTool, readOnlyAnnotations, requestOptions } from '../definition/define-tool.ts'

export const getRelease = defineTool({
  name: 'get_release',
  title: 'Get a release',
  description:
    'One release: status, tracks, findings, and its status at each outlet. detail full: all metadata and the newest events.',
  gate: 'read',
  operations: ['getRelease', 'getCatalogItem', 'listReleaseDeliveries', 'listReleaseEvents'],
  annotations: readOnlyAnnotations,
  input: ClosedObject({ ...operation.params.properties, ...detailMember }),
  async run({ releaseId, detail }, context) {
    const { releases } = context.client
    if (detail !== 'full') {
      const release = await releases.get(releaseId, requestOptions(context))
      return { release: summarizeRelease(release), nextStep: suggestNextStep(release, context.gate) }
    }
    const [release, events] = await Promise.all([
      releases.get(releaseId, requestOptions(context)),
      releases.listEvents(releaseId, {}, requestOptions(context)).page(),
    ])
    return { release, events: events.data, nextStep: suggestNextStep(release, context.gate) }
  },
})
