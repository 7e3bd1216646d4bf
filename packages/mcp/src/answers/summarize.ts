import { type Delivery, type Finding, findRefusals, type Release, type Track, type Upload } from '@spindle/client'
import { takeFirst } from './answer-detail.ts'

/** What short answers show of a release, an upload and a finding. Nothing is reworded: values stay as the hub gave them. */

const shownFindings = 20
const shownTracks = 50
const shownDeliveries = 20
const shownIssues = 50

export const summarizeFinding = ({ severity, code, pointer, message, fix, outlets }: Finding) => ({
  severity,
  code,
  pointer,
  message,
  fix,
  ...(outlets && { outlets: outlets.map(({ id }) => id) }),
})

/** Worst first, as the hub orders them. */
export const summarizeFindings = (findings: readonly Finding[]) =>
  takeFirst('findings', findings.map(summarizeFinding), shownFindings)

const summarizeTrack = ({ id, disc, number, title, isrc, durationMs, uploadId }: Track) => ({
  id,
  disc,
  number,
  title,
  isrc,
  durationMs,
  uploadId,
})

/** Tracks are named only if the outlet did not take them, and only when the delivery itself was taken. */
function summarizeDelivery(delivery: Delivery) {
  const { outlet, status, reason } = delivery
  const refusedTracks = findRefusals({ deliveries: [delivery] }).flatMap(({ trackId, code, message }) =>
    trackId === null ? [] : [{ trackId, code, message }],
  )
  return { outlet: outlet.id, status, reason, ...(refusedTracks.length > 0 ? { refusedTracks } : {}) }
}

export const summarizeRelease = (release: Release) => ({
  id: release.id,
  status: release.status,
  type: release.type,
  title: release.title,
  displayArtist: release.displayArtist,
  label: release.label,
  upc: release.upc,
  releaseDate: release.releaseDate,
  revision: release.revision,
  pendingRevision: release.pendingRevision,
  coverUploadId: release.coverUploadId,
  ...takeFirst('tracks', release.tracks.map(summarizeTrack), shownTracks),
  ...reviewOf(release),
  validation: release.validation,
  ...summarizeFindings(release.findings),
  deliverySummary: release.deliverySummary,
  ...takeFirst('deliveries', release.deliveries.map(summarizeDelivery), shownDeliveries),
  updatedAt: release.updatedAt,
})

/** The reviewer's requests, at the member; empty without requests. */
function reviewOf({ review }: Release) {
  if (review === null || review.decision === 'approved') return {}
  const { decision, note, issues } = review
  return { review: { decision, note, ...takeFirst('issues', issues, shownIssues) } }
}

/** The numbers that a person needs; no waveform. */
function summarizeTechnical(technical: Upload['technical']) {
  if (technical === null) return null
  if (technical.kind === 'image') return technical
  const { peaks: _peaks, pcmSha256: _pcmSha256, sampleCount: _sampleCount, ...measured } = technical
  return measured
}

export const summarizeUpload = (upload: Upload) => ({
  id: upload.id,
  kind: upload.kind,
  filename: upload.filename,
  status: upload.status,
  size: upload.size,
  offset: upload.offset,
  sha256: upload.sha256,
  technical: summarizeTechnical(upload.technical),
  ...summarizeFindings(upload.findings),
  expiresAt: upload.expiresAt,
})
