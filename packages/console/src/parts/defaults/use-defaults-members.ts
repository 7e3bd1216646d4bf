import { useMemo, useState } from 'react'
import {
  type DefaultsTarget,
  defaultsToSend,
  memberOfPointer,
  missingParts,
  trackDefaultSections,
} from '../../delivery/document/default-fields.ts'
import { isEmpty, isMembers, type Members, withMember } from '../../delivery/document/members.ts'
import { fieldsOf, type Section } from '../../delivery/document/release-fields.ts'
import { labelOf } from '../../words/account/member-words.ts'
import { defaultsWords } from '../../words/catalog/defaults-words.ts'
import { words } from '../../words/words.ts'
import { type MemberForm, placeOf, pointerOf } from '../members/member-form.ts'

/** Problems of members by their place in the form. */
export type PlacedProblems = Readonly<Record<string, string>>

const targets = ['release', 'tracks'] as const satisfies readonly DefaultsTarget[]

/** The members of defaults while they are changed. */
export function useDefaultsMembers(sections: readonly Section[], before: Members) {
  const [members, setMembers] = useState(before)
  return useMemo(() => {
    const of = (target: string): Members => {
      if (target === 'release') return members
      return isMembers(members.trackDefaults) ? members.trackDefaults : {}
    }
    return {
      of,
      set: (target: string, path: readonly (string | number)[], value: unknown): void =>
        setMembers((now) => withMember(now, target === 'tracks' ? ['trackDefaults', ...path] : path, value)),
      /** What is begun and not complete. */
      findProblems: (): PlacedProblems =>
        Object.fromEntries(
          targets.flatMap((target) =>
            missingParts(fieldsOf(target === 'tracks' ? trackDefaultSections : sections), of(target)).map((path) => [
              placeOf(target, pointerOf(path)),
              words.fields.missing(labelOf(String(path.at(-1)))),
            ]),
          ),
        ),
      toSend: (): Members => defaultsToSend(sections, before, members),
    }
  }, [sections, before, members])
}

/** Where the form shows a pointer of the hub. */
export function placeOfPointer(sections: readonly Section[], pointer: string): string | undefined {
  const base = '/defaults'
  if (!pointer.startsWith(`${base}/`)) return undefined
  const found = memberOfPointer(sections, pointer.slice(base.length))
  return found && placeOf(found.target, pointerOf(found.path))
}

/** The form that the fields of members belong to. */
export function memberFormOf(
  accountId: string,
  members: ReturnType<typeof useDefaultsMembers>,
  problems: Readonly<Partial<Record<string, string>>>,
  before: Members,
): MemberForm {
  const beforeOf = (target: string): Members => {
    const tracks = before.trackDefaults
    return target === 'release' ? before : isMembers(tracks) ? tracks : {}
  }
  return {
    accountId,
    membersOf: members.of,
    setMember: members.set,
    problemAt: (target, pointer) => problems[placeOf(target, pointer)],
    isNeeded: (field, _target, path) => field.isRequired === true && typeof path[1] === 'number',
    isAsked({ name }, target) {
      const at = placeOf(target, pointerOf([name]))
      const hasProblem = Object.keys(problems).some((place) => place === at || place.startsWith(`${at}/`))
      return hasProblem || !isEmpty(beforeOf(target)[name])
    },
    hintOf: (member) => (member === 'year' ? defaultsWords.yearHint : undefined),
  }
}
