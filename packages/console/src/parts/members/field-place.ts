import type { Field } from '../../delivery/document/field-types.ts'
import { labelOf } from '../../words/account/member-words.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { type MemberPath, placeOf, pointerOf, useMemberForm } from './member-form.ts'

export interface MemberFieldProps<Kind extends Field = Field> {
  readonly field: Kind
  /** `release`, or the key of a track. */
  readonly target: string
  readonly path: MemberPath
  readonly value: unknown
  /** Which one of several alike, for people who do not see its position. */
  readonly owner?: string | undefined
}

export interface FieldPlace {
  readonly label: string
  readonly hint: string | undefined
  readonly problem: string | undefined
  readonly isNeeded: boolean
  readonly 'data-place': string
  set(value: unknown): void
}

/** What every field needs: its words, what is wrong with it, and where its value goes. */
export function useFieldPlace({ field, target, path, owner }: MemberFieldProps): FieldPlace {
  const form = useMemberForm()
  const pointer = pointerOf(path)
  const label = labelOf(field.name)
  return {
    label: owner === undefined ? label : `${label} (${owner})`,
    hint: form.hintOf?.(field.name) ?? deliverWords.hints[field.name],
    problem: form.problemAt(target, pointer),
    isNeeded: form.isNeeded(field, target, path),
    'data-place': placeOf(target, pointer),
    set: (value) => form.setMember(target, path, value),
  }
}
