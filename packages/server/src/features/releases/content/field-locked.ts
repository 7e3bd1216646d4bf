import type { FieldError } from '@spindle/contract'

/** One error of `field_locked`. */
export const fieldLocked = (pointer: string, detail: string, fix: string): FieldError => ({
  pointer,
  code: 'field_locked',
  detail,
  fix,
})
