import type { ReleaseInput } from '@spindle/contract'
import type { Plan } from './make-plan.ts'

/** The body of `createRelease` that a plan becomes. */

/** What a delivery sends: never `submit`, which is a separate step, nor the reason, which is about one run. */
export type DeliverRequest = Omit<ReleaseInput, 'submit' | 'audioChangeReason' | 'defaults'>

type UploadId = `upl_${string}`

/** `uploadIdOf` gives the upload of a file by its name; `externalId` names the folder unless the manifest does. */
export function buildRequest(plan: Plan, uploadIdOf: (file: string) => string, externalId: string): DeliverRequest {
  return {
    externalId,
    ...plan.release,
    ...(plan.cover === undefined ? {} : { coverUploadId: uploadIdOf(plan.cover.file.name) as UploadId }),
    tracks: plan.tracks.map(({ master, members }) => ({
      ...members,
      uploadId: uploadIdOf(master.file.name) as UploadId,
    })),
  }
}

/** The placeholder for an upload that does not exist yet. */
export const placeholderUploadId = (file: string): string =>
  file.length <= longestName ? `<upload of ${file}>` : `<upload of …${file.slice(1 - longestName)}>`

/** An id may have 64 characters. Keep the end of a name: it has the number and the title. */
const longestName = 50
