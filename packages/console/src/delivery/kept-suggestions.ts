import { readStored, save } from '../data/settings/storage.ts'
import type { DeliveryState } from './delivery-state.ts'
import type { Suggestion } from './suggestions.ts'

/**
 * What tags suggested for a draft, by its release: they are read from files once, and a draft is opened again later. Tracks
 * are named by their uploads, because their keys end with the form.
 */

const keyOf = (releaseId: string): string => `spindle:suggestions:${releaseId}`

/** Remembers those that are neither used nor ignored. */
export function keepSuggestions(releaseId: string, { suggestions, draft, files }: DeliveryState): void {
  const uploadOf = (target: string): string | undefined => {
    const fileKey = draft.tracks.find(({ key }) => key === target)?.fileKey
    return files.find(({ key }) => key === fileKey)?.uploadId
  }
  const kept = suggestions.flatMap((one) => {
    const target = one.target === 'release' ? one.target : uploadOf(one.target)
    return target === undefined ? [] : [{ ...one, target }]
  })
  const text = kept.length === 0 ? undefined : JSON.stringify(kept)
  if (text !== readStored(keyOf(releaseId))) save(keyOf(releaseId), text)
}

/** For the tracks as they are named now. */
export function readSuggestions(releaseId: string, { draft, files }: DeliveryState): readonly Suggestion[] {
  const trackOf = (uploadId: string): string | undefined => {
    const fileKey = files.find((row) => row.uploadId === uploadId)?.key
    return draft.tracks.find((track) => track.fileKey === fileKey)?.key
  }
  return parse(readStored(keyOf(releaseId))).flatMap((one) => {
    const target = one.target === 'release' ? one.target : trackOf(one.target)
    return target === undefined ? [] : [{ ...one, target }]
  })
}

/** Of a release that was submitted. */
export const forgetSuggestions = (releaseId: string): void => save(keyOf(releaseId), undefined)

function parse(text: string | undefined): readonly Suggestion[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? (kept as Suggestion[]) : []
  } catch {
    return []
  }
}
