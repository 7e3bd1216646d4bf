import type { ReleaseDocument } from '@spindle/contract'
import { findNeeds, type Need } from '@spindle/contract/rules'
import type { Draft } from '../../../delivery/document/draft.ts'
import type { Field } from '../../../delivery/document/field-types.ts'
import { wholeMembers } from '../../../delivery/document/members.ts'
import { releaseFields, trackFields } from '../../../delivery/document/release-fields.ts'
import type { MemberPath } from '../../../parts/members/member-form.ts'

/** What submitting will ask for, by the hub's own rules, before the hub has checked anything. */

export type Needs = ReadonlyMap<string, Need>

const noNeeds: Needs = new Map()
/** Titles are always marked: nothing is saved without one. */
const namesOf = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name, isRequired }) => (isRequired ? [] : [name]))
const releaseNames = [...namesOf(releaseFields), 'coverUploadId']
const trackNames = namesOf(trackFields)

/** Every field of a form asks for the same, so the answer is kept with the draft. */
const known = new WeakMap<Draft, Map<string, Needs>>()

/** `target` is `release` or the key of a track. */
export function needsOf(draft: Draft, target: string): Needs {
  const kept = known.get(draft) ?? new Map<string, Needs>()
  known.set(draft, kept)
  const found = kept.get(target) ?? findInDraft(draft, target)
  kept.set(target, found)
  return found
}

function findInDraft(draft: Draft, target: string): Needs {
  if (target === 'release') return findNeeds(documentOf(draft), releaseNames)
  const index = draft.tracks.findIndex(({ key }) => key === target)
  return index < 0 ? noNeeds : findNeeds(documentOf(draft), trackNames, index)
}

/** As it would be if every file had arrived. */
const documentOf = ({ members, tracks }: Draft): ReleaseDocument =>
  ({
    ...wholeMembers(releaseFields, members),
    tracks: tracks.map((track) => ({ title: '', ...wholeMembers(trackFields, track.members) })),
  }) as unknown as ReleaseDocument

/** A part of an object is needed if the object is, or if it is an item that was added. */
export function isNeeded(field: Field, path: MemberPath, needs: Needs): boolean {
  const [member] = path
  const isAsked = needs.get(String(member)) === 'error'
  if (path.length === 1) return field.isRequired === true || isAsked
  return field.isRequired === true && (isAsked || typeof path[1] === 'number')
}

/** Members that are needed and not there yet. */
export function countMissing(draft: Draft, target: string): number {
  const members = target === 'release' ? draft.members : draft.tracks.find(({ key }) => key === target)?.members
  const needed = [...needsOf(draft, target)].filter(([, need]) => need === 'error')
  return needed.filter(([name]) => members?.[name] === undefined).length
}
