import { parseIsrc } from '@spindle/contract'
import type { UploadFacts } from '../../uploads/index.ts'

/** What identifies the recording of a track. */
export interface TrackAudio {
  /** Normal form. */
  readonly isrc: string | undefined
  /** False if the caller entered none. */
  readonly hasOwnIsrc: boolean
  /** Undefined until the upload is analysed. */
  readonly pcmSha256: string | undefined
}

export const trackAudioOf = (
  { isrc, uploadId }: { readonly isrc?: string | undefined; readonly uploadId: string },
  uploads: ReadonlyMap<string, Pick<UploadFacts, 'technical'>>,
): TrackAudio => {
  const technical = uploads.get(uploadId)?.technical
  return {
    isrc: isrc === undefined ? undefined : parseIsrc(isrc),
    hasOwnIsrc: isrc !== undefined,
    pcmSha256: technical?.kind === 'audio' ? technical.pcmSha256 : undefined,
  }
}
