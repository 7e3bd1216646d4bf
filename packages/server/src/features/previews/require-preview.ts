import { AppError, type AudioTechnical, type ImageTechnical, type UploadKind } from '@spindle/contract'
import type { UploadFacts } from '../uploads/index.ts'

/** An upload that was analysed: its type was detected, not stated by the sender. */
export interface Preview<T> {
  readonly upload: UploadFacts
  readonly technical: T
  readonly size: number
}

const advice: Readonly<Record<UploadKind, string>> = {
  audio: 'This upload is audio. Request `audio` instead of `image`.',
  image: 'This upload is an image. Request `image` instead of `audio`.',
  report: 'This upload is a report and has no preview.',
}

/** Throws `upload_gone` or `preview_unavailable`. */
export function requireAudio(upload: UploadFacts): Preview<AudioTechnical> {
  const { technical, size } = requireReady(upload, 'audio')
  if (technical?.kind !== 'audio' || size === null) throw notReady(upload)
  return { upload, technical, size }
}

/** Throws `upload_gone` or `preview_unavailable`. */
export function requireImage(upload: UploadFacts): Preview<ImageTechnical> {
  const { technical, size } = requireReady(upload, 'image')
  if (technical?.kind !== 'image' || size === null) throw notReady(upload)
  return { upload, technical, size }
}

function requireReady(upload: UploadFacts, kind: UploadKind): UploadFacts {
  if (upload.status === 'expired') throw new AppError('upload_gone')
  if (upload.kind !== kind) throw new AppError('preview_unavailable', { detail: advice[upload.kind] })
  if (upload.status !== 'ready') throw notReady(upload)
  return upload
}

const notReady = ({ status }: UploadFacts): AppError =>
  new AppError('preview_unavailable', {
    detail:
      status === 'rejected'
        ? 'The upload was rejected. Its findings give the reasons.'
        : `The upload is ${status}. Try again when it is ready.`,
  })
