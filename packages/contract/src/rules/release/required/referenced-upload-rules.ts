import { defineRule, type Hit } from '../../define-rule.ts'
import type { Finding } from '../../finding.ts'
import { type ReleaseForRules, type ReleaseRule, tracksOf, type UploadForRules } from '../release-view.ts'

/** The uploads a release refers to: there, of the right kind, analysed, and what their own rules found. */

interface Reference {
  readonly pointer: string
  readonly uploadId: string
  readonly kind: 'audio' | 'image'
  readonly upload: UploadForRules | undefined
}

const referencesOf = (view: ReleaseForRules): readonly Reference[] => {
  const cover = view.release.coverUploadId
  return [
    ...(cover === undefined ? [] : [{ pointer: '/coverUploadId', uploadId: cover, kind: 'image' as const }]),
    ...tracksOf(view).map(({ value, pointer }) => ({
      pointer: `${pointer}/uploadId`,
      uploadId: value.uploadId,
      kind: 'audio' as const,
    })),
  ].map((reference) => ({ ...reference, upload: view.uploads.get(reference.uploadId) }))
}

const eachReference =
  (messageOf: (reference: Reference) => string | undefined) =>
  (view: ReleaseForRules): readonly Hit[] =>
    referencesOf(view).flatMap((reference) => {
      const message = messageOf(reference)
      return message === undefined ? [] : [{ pointer: reference.pointer, message }]
    })

const pending: readonly string[] = ['awaiting_data', 'received', 'analysing']

/** Errors about uploads that are gone, of the wrong kind, not analysed yet, or rejected. */
export const referencedUploadRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'upload_gone',
    severity: 'error',
    appliesTo: 'upload',
    title: 'The uploads of a release still exist',
    fix: 'Upload the file again and set the new uploadId.',
    source: 'DDEX ERN 4.3 DeliveryFile',
    check: eachReference(({ upload, uploadId }) =>
      upload === undefined || upload.status === 'expired' ? `Upload ${uploadId} does not exist any more.` : undefined,
    ),
  }),
  defineRule({
    id: 'upload_kind_mismatch',
    severity: 'error',
    appliesTo: 'upload',
    title: 'Tracks refer to audio, covers to images',
    fix: 'Set uploadId to an upload of kind audio, coverUploadId to one of kind image.',
    source: 'DDEX ERN 4.3 SoundRecording and Image',
    check: eachReference(({ upload, uploadId, kind }) =>
      upload !== undefined && upload.kind !== kind
        ? `Upload ${uploadId} is of kind ${upload.kind}; ${kind} is needed here.`
        : undefined,
    ),
  }),
  defineRule({
    id: 'upload_not_ready',
    severity: 'error',
    appliesTo: 'upload',
    title: 'The uploads of a release are analysed',
    fix: 'Wait until the upload is ready, then check again.',
    source: 'DDEX ERN 4.3 DeliveryFile',
    check: eachReference(({ upload, uploadId }) =>
      upload !== undefined && pending.includes(upload.status)
        ? `Upload ${uploadId} is not analysed yet: its status is ${upload.status}.`
        : undefined,
    ),
  }),
  defineRule({
    id: 'upload_rejected',
    severity: 'error',
    appliesTo: 'upload',
    title: 'The uploads of a release passed their analysis',
    fix: 'Read the findings of the upload, repair the file, upload it again and set the new uploadId.',
    source: 'DDEX ERN 4.3 DeliveryFile',
    check: eachReference(({ upload, uploadId }) =>
      upload?.status === 'rejected' ? `The analysis rejected upload ${uploadId}.` : undefined,
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
