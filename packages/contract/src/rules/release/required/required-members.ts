import type { ReleaseDocument } from '../../../releases/release-model.ts'
import { hitsOf } from '../../define-rule.ts'
import type { Severity } from '../../finding.ts'
import { declaresAi, type ReleaseForRules } from '../release-view.ts'
import { requiredReleaseRules } from './required-release-rules.ts'
import { requiredTrackRules } from './required-track-rules.ts'

/**
 * Which members submitting will ask for, for forms that mark them from the start. The rules themselves are asked: a member
 * is needed if they find something in its place once it is left out.
 */

/** `error` stops a submission, `warning` does not. */
export type Need = Extract<Severity, 'error' | 'warning'>

/** What is needed of the release itself (`track` undefined) or of one of its tracks, by the names of members that may be absent. */
export function findNeeds(
  release: ReleaseDocument,
  members: readonly string[],
  track?: number,
): ReadonlyMap<string, Need> {
  const asked = track === undefined ? release : aboutTrack(release, track)
  const owner = track === undefined ? '' : '/tracks/0'
  const needs = members.flatMap((member): readonly (readonly [string, Need])[] => {
    const need = needAt(withoutMember(asked, member, track !== undefined), owner, member)
    return need === undefined ? [] : [[member, need]]
  })
  return new Map(needs)
}

function needAt(release: ReleaseDocument, owner: string, member: string): Need | undefined {
  const view: ReleaseForRules = { release, legacy: false, uploads: new Map(), context: noContext }
  const found = [...requiredReleaseRules, ...requiredTrackRules].flatMap((rule) =>
    hitsOf(rule, view).some(({ pointer }) => pointer === `${owner}/${member}`) ? [rule.severity] : [],
  )
  return found.includes('error') ? 'error' : found.includes('warning') ? 'warning' : undefined
}

/** These rules read nothing but the release. */
const noContext: ReleaseForRules['context'] = {
  today: '2000-01-01',
  assigns: { upc: false, isrc: false },
  delivered: false,
  outlets: [],
  stores: [],
  otherTracks: [],
  knownRecordings: [],
  otherReleases: [],
}

/**
 * The release with this track first and one other. The rules read no more of other tracks than whether there is one, and
 * whether one declares its use of AI. Albums have hundreds, and a form asks about each of them.
 */
function aboutTrack({ tracks, ...release }: ReleaseDocument, track: number): ReleaseDocument {
  const isOther = (_: unknown, index: number): boolean => index !== track
  const other = tracks.find((one, index) => isOther(one, index) && declaresAi(one.aiUsage)) ?? tracks.find(isOther)
  return { ...release, tracks: [...tracks.slice(track, track + 1), ...(other ? [other] : [])] }
}

/** `isOfTrack`: of the first track. */
function withoutMember(release: ReleaseDocument, member: string, isOfTrack: boolean): ReleaseDocument {
  if (!isOfTrack) return { ...release, [member]: undefined }
  const tracks = release.tracks.map((one, index) => (index === 0 ? { ...one, [member]: undefined } : one))
  return { ...release, tracks }
}
