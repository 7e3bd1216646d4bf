import type { Release, ReleaseStatus } from '@spindle/client'
import { ClosedObject, submitRelease as operation } from '@spindle/contract'
import { detailMember } from '../answers/answer-detail.ts'
import { suggestNextStep } from '../answers/suggest-next-step.ts'
import { summarizeRelease } from '../answers/summarize.ts'
import { defineTool, requestOptions } from '../definition/define-tool.ts'
import { deriveIdempotencyKey } from '../definition/derive-idempotency-key.ts'
import { idempotencyMember } from '../definition/idempotency-member.ts'

export const submitRelease = defineTool({
  name: 'submit_release',
  title: 'Submit a release for delivery',
  description:
    'Submits a release for review and delivery to outlets, where the public can hear it: only when a person asks for it. Also delivers changes of a live release, or a release again after a takedown. A release already in delivery does not change.',
  gate: 'submit',
  operations: ['submitRelease'],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: ClosedObject({ ...operation.params.properties, ...idempotencyMember, ...detailMember }),
  async run({ releaseId, idempotencyKey, detail }, context) {
    const { releases } = context.client
    const current = await releases.get(releaseId, requestOptions(context))
    const release = isOnItsWay(current)
      ? current
      : await releases.submit(releaseId, {
          ...requestOptions(context),
          idempotencyKey: idempotencyKey ?? keyOf(current),
        })
    return {
      alreadySubmitted: isOnItsWay(current),
      release: detail === 'full' ? release : summarizeRelease(release),
      nextStep: suggestNextStep(release, context.gate),
    }
  },
})

const underWay: readonly ReleaseStatus[] = ['submitted', 'in_review', 'approved', 'delivering']

/** Then a repeated call has nothing left to do. */
const isOnItsWay = ({ status, pendingRevision }: Release): boolean =>
  underWay.includes(status) || (status === 'live' && pendingRevision === null)

/** A withdrawn release is submitted again, also when nothing else has changed. */
const keyOf = ({ id, revision, status, updatedAt }: Release): string =>
  deriveIdempotencyKey('submit_release', { id, revision, status, updatedAt })
