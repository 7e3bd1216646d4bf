import type { ReleaseDocument } from '../../../releases/release-model.ts'
import { hitsOf } from '../../define-rule.ts'
import type { Severity } from '../../finding.ts'
import type { ReleaseForRules } from '../release-view.ts'
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
  const needs = members.flatMap((member): readonly (readonly [string, Need])[] => {
    const need = needAt(withoutMember(release, member, track), track === undefined ? '' : `/tracks/${track}`, member)
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
  otherReleases: [],
}

function withoutMember(release: ReleaseDocument, member: string, track: number | undefined): ReleaseDocument {
  if (track === undefined) return { ...release, [member]: undefined }
  const tracks = release.tracks.map((one, index) => (index === track ? { ...one, [member]: undefined } : one))
  return { ...release, tracks }
}
