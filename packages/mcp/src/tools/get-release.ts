import { ClosedObject, getRelease as operation } from '@spindle/contract'
import { detailMember } from '../detail.ts'
import { nextStepOf } from '../next-step.ts'
import { shortRelease } from '../short.ts'
import { asking, defineTool, reads } from '../tool.ts'

export const getRelease = defineTool({
  name: 'get_release',
  title: 'Look at a release',
  description:
    'One release: state, tracks, findings, where it stands at each outlet. detail full: all metadata and the newest events.',
  gate: 'read',
  operations: ['getRelease', 'getCatalogItem', 'listReleaseDeliveries', 'listReleaseEvents'],
  annotations: reads,
  input: ClosedObject({ ...operation.params.properties, ...detailMember }),
  async run({ releaseId, detail }, context) {
    const { releases } = context.client
    if (detail !== 'full') {
      const release = await releases.retrieve(releaseId, asking(context))
      return { release: shortRelease(release), nextStep: nextStepOf(release) }
    }
    const [release, events] = await Promise.all([
      releases.retrieve(releaseId, asking(context)),
      releases.listEvents(releaseId, {}, asking(context)).page(),
    ])
    return { release, events: events.data, nextStep: nextStepOf(release) }
  },
})
