import type { Release, ReleaseStatus, Upload, UploadStatus } from '@spindle/client'
import { type Gate, isGateOpen } from '../agent-gate.ts'

/** What to do next, by the state something is in. Fixed words: they never contain text from other people. */

const releaseSteps: Readonly<Record<ReleaseStatus, string>> = {
  draft: 'Call submit_release when a person asks you to deliver it.',
  submitted: 'Call wait.',
  in_review: 'The hub operator decides. Call wait, or check later with get_release.',
  changes_requested: 'Fix the issues in review.issues with update_draft, then call submit_release.',
  rejected: 'Tell the person the reason in review.',
  approved: 'Call wait.',
  delivering: 'Call wait.',
  scheduled: 'None. Every outlet has it and is waiting for the release date.',
  delivery_failed: 'Tell the person where and why, as given in deliveries.',
  live: 'None. It is delivered.',
  takedown_pending: 'Call wait. The outlets are taking it down.',
  taken_down: 'None. submit_release would deliver it again.',
}

/** The same if this connection may not submit. */
const stepsWithoutSubmit: Readonly<Partial<Record<ReleaseStatus, string>>> = {
  draft: 'Tell the person that it is ready. Only the person can submit it.',
  changes_requested: 'Fix the issues in review.issues with update_draft, then tell the person to submit it.',
  taken_down: 'None. A person can deliver it again.',
}

/** What to do with a release; `gate` is how far this connection may go. */
export function suggestNextStep({ status, validation, pendingRevision }: Release, gate: Gate): string {
  const canSubmit = isGateOpen(gate, 'submit')
  const isOpen = status === 'draft' || status === 'changes_requested'
  if (isOpen && validation.errors > 0 && isGateOpen(gate, 'draft'))
    return 'Fix the findings of severity error with update_draft.'
  if (status === 'live' && pendingRevision !== null)
    return `Outlets have an older revision; ${canSubmit ? 'submit_release delivers' : 'a person can submit'} this one.`
  return (canSubmit ? undefined : stepsWithoutSubmit[status]) ?? releaseSteps[status]
}

const uploadSteps: Readonly<Record<UploadStatus, string>> = {
  awaiting_data: 'Run command with the path of the file in FILE, then check again.',
  received: 'Call wait with its id. The analysis takes a few seconds.',
  analysing: 'Call wait with its id. The analysis takes a few seconds.',
  ready: 'Use its id as uploadId of a track, or as coverUploadId.',
  rejected: 'The findings give the reasons. Create the file again and upload it.',
  expired: 'Upload the file again.',
}

/** What to do with an upload. */
export const suggestUploadStep = ({ status }: Upload): string => uploadSteps[status]
