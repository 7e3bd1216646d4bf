import type { Field } from '../../../delivery/document/field-types.ts'
import { deliverWords } from '../../../words/deliver-words.ts'
import { labelOf } from '../../../words/member-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { placeOf, remarksAt } from '../remarks.ts'
import { isNeeded, useNeeds } from './needs.ts'
import { useAssigned } from './use-reference.ts'

export type MemberPath = readonly (string | number)[]

export interface MemberFieldProps<Kind extends Field = Field> {
  readonly field: Kind
  /** `release`, or the key of a track. */
  readonly target: string
  readonly path: MemberPath
  readonly value: unknown
  /** Which one of several alike, for people who do not see its position. */
  readonly owner?: string | undefined
}

export const pointerOf = (path: MemberPath): string => path.map((key) => `/${key}`).join('')

export interface FieldPlace {
  readonly label: string
  readonly hint: string | undefined
  readonly problem: string | undefined
  /** Submitting needs it. */
  readonly isNeeded: boolean
  readonly 'data-place': string
  set(value: unknown): void
}

/** What every field needs: its words, what is wrong with it, and where its value goes. */
export function useFieldPlace({ field, target, path, owner }: MemberFieldProps): FieldPlace {
  const { delivery, remarks, isReviewed } = useOpenedDelivery()
  const needs = useNeeds(target)
  const pointer = pointerOf(path)
  const shown = remarksAt(remarks, target, pointer).filter(
    ({ severity, kind }) => kind === 'refusal' || (isReviewed && kind === 'finding' && severity === 'error'),
  )
  const problem = shown.map(({ message, fix }) => `${message} ${fix}`.trim()).join(' ')
  const label = labelOf(field.name)
  const assigned = useAssigned()
  const isGiven = (field.name === 'upc' && assigned.upc) || (field.name === 'isrc' && assigned.isrc)
  return {
    label: owner === undefined ? label : `${label} (${owner})`,
    hint: isGiven ? deliverWords.form.given : deliverWords.hints[field.name],
    problem: problem === '' ? undefined : problem,
    isNeeded: isNeeded(field, path, needs),
    'data-place': placeOf(target, pointer),
    set: (value) => delivery.setMember(target, path, value),
  }
}
