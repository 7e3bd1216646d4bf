import type { Release, ReleaseStatus, Upload, UploadStatus } from '@spindle/client'
import { type Gate, isGateOpen } from '../server/agent-gate.ts'

/** What to do next, by the state something is in. Fixed words: nothing of what others wrote is in them. */

const releaseSteps: Readonly<Record<ReleaseStatus, string>> = {
  draft: 'Call submit_release when a person wants it delivered.',
  submitted: 'Call wait.',
  in_review: 'The operator of the hub decides; call wait, or look again later with get_release.',
  changes_requested: 'Change what review.issues names with update_draft, then submit_release.',
  rejected: 'Tell the person why: review says it.',
  approved: 'Call wait.',
  delivering: 'Call wait.',
  scheduled: 'Nothing; every outlet has it and waits for the release date.',
  delivery_failed: 'deliveries says where and why; tell the person.',
  live: 'Nothing; it is delivered.',
  takedown_pending: 'Wait; the outlets are taking it down.',
  taken_down: 'Nothing; submit_release would bring it back.',
}

/** The same where this connection may not submit. */
const stepsWithoutSubmit: Readonly<Partial<Record<ReleaseStatus, string>>> = {
  draft: 'Tell the person that it is ready: submitting it is for them.',
  changes_requested: 'Change what review.issues names with update_draft, then tell the person to submit it.',
  taken_down: 'Nothing; a person could bring it back.',
}

/** What to do with a release; `gate` is how far this connection may go. */
export function suggestNextStep({ status, validation, pendingRevision }: Release, gate: Gate): string {
  const canSubmit = isGateOpen(gate, 'submit')
  const isOpen = status === 'draft' || status === 'changes_requested'
  if (isOpen && validation.errors > 0 && isGateOpen(gate, 'draft'))
    return 'Fix the findings of severity error with update_draft.'
  if (status === 'live' && pendingRevision !== null)
    return `Outlets have an older revision; ${canSubmit ? 'submit_release' : 'submitting, for a person,'} delivers this one.`
  return (canSubmit ? undefined : stepsWithoutSubmit[status]) ?? releaseSteps[status]
}

const uploadSteps: Readonly<Record<UploadStatus, string>> = {
  awaiting_data: 'Run command with the path of the file in FILE, then look again.',
  received: 'Call wait with its id: the analysis takes some seconds.',
  analysing: 'Call wait with its id: the analysis takes some seconds.',
  ready: 'Use its id as uploadId of a track, or as coverUploadId.',
  rejected: 'The findings say why; the file must be made anew and uploaded again.',
  expired: 'Upload the file again.',
}

/** What to do with an upload. */
export const suggestUploadStep = ({ status }: Upload): string => uploadSteps[status]
