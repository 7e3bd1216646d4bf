import type { FieldError } from '@spindle/contract'
import type { LabelRow } from './label-queries.ts'

/** The prefix and the range of a label must be allowed for its account: they may belong to another one. Pure. */
export const findUnallowed = (
  { isrcPrefix, upcRange }: Pick<LabelRow, 'isrcPrefix' | 'upcRange'>,
  allowed: { readonly isrc: boolean; readonly upc: boolean },
): FieldError[] => [
  ...(allowed.isrc ? [] : [unallowed('/isrcPrefix', `ISRC prefix ${isrcPrefix}`)]),
  ...(allowed.upc ? [] : [unallowed('/upcRange', `UPC range ${upcRange}`)]),
]

const unallowed = (pointer: string, what: string): FieldError => ({
  pointer,
  code: 'not_allowed',
  detail: `The hub operator has not allowed the ${what} for this account.`,
  fix: 'Ask the operator to allow it for your account (spindle-hub accounts codes allow).',
})
