import { defineRule, type Hit } from '../../define-rule.ts'
import type { Finding } from '../../finding.ts'
import { quote, type ReleaseForRules, type ReleaseRule, tracksOf, type UploadForRules } from '../release-view.ts'

/** The uploads a release refers to: there, of the right kind, analysed, and what their own rules found. */

interface Reference {
  readonly pointer: string
  readonly uploadId: string
  /** What refers to it, in words. */
  readonly owner: string
  readonly kind: 'audio' | 'image'
  readonly upload: UploadForRules | undefined
}

const referencesOf = (view: ReleaseForRules): readonly Reference[] => {
  const cover = view.release.coverUploadId
  return [
    ...(cover === undefined
      ? []
      : [{ pointer: '/coverUploadId', uploadId: cover, owner: 'the cover', kind: 'image' as const }]),
    ...tracksOf(view).flatMap(({ value: { title, uploadId }, pointer }) =>
      uploadId === undefined
        ? []
        : [{ pointer: `${pointer}/uploadId`, uploadId, owner: `track ${quote(title)}`, kind: 'audio' as const }],
    ),
  ].map((reference) => ({ ...reference, upload: view.uploads.get(reference.uploadId) }))
}

const eachReference =
  (messageOf: (reference: Reference) => string | undefined) =>
  (view: ReleaseForRules): readonly Hit[] =>
    referencesOf(view).flatMap((reference) => {
      const message = messageOf(reference)
      return message === undefined ? [] : [{ pointer: reference.pointer, message }]
    })

const kindNames = { audio: 'an audio file', image: 'an image', report: 'a report' } as const

const pending: readonly string[] = ['awaiting_data', 'received', 'analysing']

/** Errors about uploads that are missing, gone, of the wrong kind, not analysed yet, or rejected. */
export const referencedUploadRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'audio_missing',
    severity: 'error',
    appliesTo: 'track',
    title: 'Each track must have audio',
    fix: 'Upload the master and choose it for the track. For a draft of a table, attach the masters to its import.',
    source: 'DDEX ERN 4.3 DeliveryFile',
    check: (view) =>
      tracksOf(view).flatMap(({ value: { title, uploadId }, pointer }) =>
        uploadId === undefined
          ? [{ pointer: `${pointer}/uploadId`, message: `Track ${quote(title)} has no audio yet.` }]
          : [],
      ),
  }),
  defineRule({
    id: 'upload_gone',
    severity: 'error',
    appliesTo: 'upload',
    title: 'The uploads of a release must still exist',
    fix: 'Upload the file again and use the new upload here.',
    source: 'DDEX ERN 4.3 DeliveryFile',
    check: eachReference(({ upload, owner }) =>
      upload === undefined || upload.status === 'expired' ? `The file of ${owner} no longer exists.` : undefined,
    ),
  }),
  defineRule({
    id: 'upload_kind_mismatch',
    severity: 'error',
    appliesTo: 'upload',
    title: 'A track must use an audio file and a cover must use an image',
    fix: 'Choose an audio file for a track and an image for the cover.',
    source: 'DDEX ERN 4.3 SoundRecording and Image',
    check: eachReference(({ upload, owner, kind }) =>
      upload !== undefined && upload.kind !== kind
        ? `The file of ${owner} is ${kindNames[upload.kind]}, but must be ${kindNames[kind]}.`
        : undefined,
    ),
  }),
  defineRule({
    id: 'upload_not_ready',
    severity: 'error',
    appliesTo: 'upload',
    title: 'The uploads of a release must be analysed',
    fix: 'Wait until the file is ready, then check again.',
    source: 'DDEX ERN 4.3 DeliveryFile',
    check: eachReference(({ upload, owner }) =>
      upload !== undefined && pending.includes(upload.status)
        ? `The file of ${owner} ${upload.status === 'awaiting_data' ? 'has not been uploaded' : 'has not been analysed'} yet.`
        : undefined,
    ),
  }),
  defineRule({
    id: 'upload_rejected',
    severity: 'error',
    appliesTo: 'upload',
    title: 'The uploads of a release must pass analysis',
    fix: 'Read the findings of the upload and correct the file. Then upload it again and use the new upload here.',
    source: 'DDEX ERN 4.3 DeliveryFile',
    check: eachReference(({ upload, owner }) =>
      upload?.status === 'rejected' ? `The file of ${owner} was rejected by the analysis.` : undefined,
    ),
  }),
]

/**
 * What the analysis found in the uploads, at the place that refers to them. Notes stay with the upload, and so does all
 * that was found in an upload of the wrong kind, which is going to be another one.
 */
export const findingsOfUploads = (view: ReleaseForRules): readonly Finding[] =>
  referencesOf(view)
    .filter(({ upload, kind }) => upload?.kind === kind)
    .flatMap(({ pointer, upload }) =>
      (upload?.findings ?? [])
        .filter(({ severity }) => severity !== 'note')
        .map((finding) => ({ ...finding, pointer })),
    )
