import type { Finding } from '@spindle/client'
import { type DeliveryState, uploadFinder } from '../../delivery/delivery-state.ts'
import { sentTracks } from '../../delivery/document/draft.ts'
import { placeOf } from '../../parts/members/member-form.ts'
import type { StepName } from '../../words/releases/deliver-words.ts'

/** A remark about a place in the form. */
export interface Remark {
  /** `release`, or the key of a track. */
  readonly target: string
  /** Below that, `/pLine/year`; empty for the whole. */
  readonly pointer: string
  /** Where one can do something about it. */
  readonly step: StepName
  /** There, the element that is meant. */
  readonly place: string
  readonly severity: Finding['severity']
  readonly code: string
  readonly message: string
  readonly fix: string
  /** The outlets that a finding concerns, if it is about what they accept. */
  readonly outlets?: Finding['outlets'] | undefined
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

type Said = Pick<Finding, 'pointer' | 'severity' | 'code' | 'message' | 'fix'> & Pick<Remark, 'outlets'>

/** The hub counts the tracks it has. */
function locate(state: DeliveryState, { pointer, severity, code, message, fix, outlets }: Said): Remark {
  const [, index, below = ''] = /^\/tracks\/(\d+)(\/.*)?$/.exec(pointer) ?? []
  const tracks = sentTracks(state.draft, uploadFinder(state.files))
  const track = index === undefined ? undefined : tracks[Number(index)]
  const said = { severity, code, message, fix, outlets, kind: 'finding' as const }
  if (!track) return { ...said, target: 'release', pointer, step: 'release', place: placeOf('release', pointer) }
  const found = { ...said, target: track.key, pointer: below }
  // A problem of a master is fixed where the master can be replaced.
  if (below === '/uploadId') return { ...found, step: 'files', place: placeOfFile(track.fileKey) }
  return { ...found, step: 'tracks', place: placeOf(track.key, below) }
}

export const placeOfFile = (fileKey: string): string => placeOf('file/', fileKey)

/** Those that a field shows: about itself, or about something in it without a field. */
export const remarksAt = (remarks: readonly Remark[], target: string, pointer: string): readonly Remark[] =>
  remarks.filter((remark) => remark.target === target && remark.pointer === pointer)

const severities: readonly Finding['severity'][] = ['error', 'warning', 'note']

/** How many of each kind, the worst first. */
export const countRemarks = (remarks: readonly Remark[]): readonly number[] =>
  severities.map((severity) => remarks.filter((remark) => remark.severity === severity).length)

export interface RemarkGroup {
  /** `release`, or the key of a track. */
  readonly target: string
  /** The reviewer's requests, then the worst. */
  readonly remarks: readonly Remark[]
}

/** The reviewer's requests come first. */
const rank = ({ kind, severity }: Remark): number => (kind === 'note' ? -1 : severities.indexOf(severity))

/** Of the release, then of each track in play order; without those that have no remarks. */
export const groupRemarks = (remarks: readonly Remark[], trackKeys: readonly string[]): readonly RemarkGroup[] =>
  ['release', ...trackKeys]
    .map((target) => ({
      target,
      remarks: remarks.filter((remark) => remark.target === target).toSorted((a, b) => rank(a) - rank(b)),
    }))
    .filter((group) => group.remarks.length > 0)
