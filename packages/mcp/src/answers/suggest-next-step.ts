import type { Release, ReleaseStatus, Upload, UploadStatus } from '@spindle/client'

/** What to do next, by the state something is in. Fixed words: nothing of what others wrote is in them. */

const releaseSteps: Readonly<Record<ReleaseStatus, string>> = {
  draft: 'Call submit_release when a person wants it delivered.',
  submitted: 'Wait; look again with get_release.',
  in_review: 'Wait for the operator of the hub; look again with get_release.',
  changes_requested: 'Read the findings and get_release with detail full (events say why), change it, submit again.',
  rejected: 'Read get_release with detail full (events say why) and tell the person.',
  approved: 'Wait; look again with get_release.',
  delivering: 'Wait; look again with get_release.',
  scheduled: 'Nothing; every outlet has it and waits for the release date.',
  delivery_failed: 'deliveries says where and why; tell the person.',
  live: 'Nothing; it is delivered.',
  takedown_pending: 'Wait; the outlets are taking it down.',
  taken_down: 'Nothing; submit_release would bring it back.',
}

export function suggestNextStep({ status, validation, pendingRevision }: Release): string {
  const isOpen = status === 'draft' || status === 'changes_requested'
  if (isOpen && validation.errors > 0) return 'Correct the findings of severity error with update_draft.'
  if (status === 'live' && pendingRevision !== null)
    return 'Outlets have an older revision; submit_release delivers this one.'
  return releaseSteps[status]
}

const uploadSteps: Readonly<Record<UploadStatus, string>> = {
  awaiting_data: 'Run command with the path of the file in FILE and the key in SPINDLE_API_KEY, then look again.',
  received: 'Wait some seconds for the analysis, then look again.',
  analysing: 'Wait some seconds for the analysis, then look again.',
  ready: 'Use its id as uploadId of a track, or as coverUploadId.',
  rejected: 'The findings say why; the file must be made anew and uploaded again.',
  expired: 'Upload the file again.',
}

export const suggestUploadStep = ({ status }: Upload): string => uploadSteps[status]
