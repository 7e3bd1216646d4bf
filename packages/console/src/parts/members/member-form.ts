import { createContext, type ReactNode, useContext } from 'react'
import type { Field } from '../../delivery/document/field-types.ts'
import type { Members } from '../../delivery/document/members.ts'

export type MemberPath = readonly (string | number)[]

/** The form that fields of members belong to: where their values go, and what is wrong with them. */
export interface MemberForm {
  readonly accountId: string
  /** What the fields of a target are about: `release`, the key of a track, or `tracks` for what all have in common. */
  membersOf(target: string): Members | undefined
  setMember(target: string, path: MemberPath, value: unknown): void
  problemAt(target: string, pointer: string): string | undefined
  /** Marked as needed. */
  isNeeded(field: Field, target: string, path: MemberPath): boolean
  /** Something in the member is to be done, so that its section is shown. */
  isAsked(field: Field, target: string): boolean
  /** Replaces the usual hint of a member. */
  hintOf?(member: string): string | undefined
  /** Shown above the field. */
  notesAt?(target: string, pointer: string): ReactNode
  /** Of the text that says what the mark of needed fields means; groups of fields refer to it. */
  readonly neededHintId?: string
}

export const MemberFormContext = createContext<MemberForm | undefined>(undefined)

export function useMemberForm(): MemberForm {
  const form = useContext(MemberFormContext)
  if (!form) throw new Error('No form around')
  return form
}

export const pointerOf = (path: MemberPath): string => path.map((key) => `/${key}`).join('')

/** Finds the element of a place in the form again, for links that lead there. */
export const placeOf = (target: string, pointer: string): string => `${target}${pointer}`
