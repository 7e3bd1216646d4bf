import type { Finding } from '@spindle/client'
import { type DeliveryState, uploadFinder } from '../../delivery/delivery-state.ts'
import { sentTracks } from '../../delivery/document/draft.ts'

/** Something that is said of a place in the form. */
export interface Remark {
  /** `release`, or the key of a track. */
  readonly target: string
  /** Below that, `/pLine/year`; empty for the whole. */
  readonly pointer: string
  readonly severity: Finding['severity']
  readonly code: string
  readonly message: string
  readonly fix: string
  /** A value the hub did not take, so that it is not saved; what its rules found; or what the reviewer wrote. */
  readonly kind: 'refusal' | 'finding' | 'note'
}

export function remarksOf(state: DeliveryState): readonly Remark[] {
  const { release, saving } = state
  const refused = saving.kind === 'refused' ? saving.failure.fields : []
  return [
    ...refused.map(({ pointer, code, detail, fix }) => ({
      ...locate(state, { pointer, code, severity: 'error', message: detail, fix: fix ?? '' }),
      kind: 'refusal' as const,
    })),
    ...(release?.asked ?? []).map(({ pointer, code, note }) => ({
      ...locate(state, { pointer, code, severity: 'warning', message: note, fix: '' }),
      kind: 'note' as const,
    })),
    ...(release?.findings ?? []).map((finding) => locate(state, finding)),
  ]
}

type Said = Pick<Finding, 'pointer' | 'severity' | 'code' | 'message' | 'fix'>

/** The hub counts the tracks it was told of. */
function locate(state: DeliveryState, { pointer, severity, code, message, fix }: Said): Remark {
  const [, index, below = ''] = /^\/tracks\/(\d+)(\/.*)?$/.exec(pointer) ?? []
  const tracks = sentTracks(state.draft, uploadFinder(state.files))
  const track = index === undefined ? undefined : tracks[Number(index)]
  const place = track ? { target: track.key, pointer: below } : { target: 'release', pointer }
  return { ...place, severity, code, message, fix, kind: 'finding' }
}

/** Those that a field shows: about itself, or about something in it that has no field of its own. */
export const remarksAt = (remarks: readonly Remark[], target: string, pointer: string): readonly Remark[] =>
  remarks.filter((remark) => remark.target === target && remark.pointer === pointer)
