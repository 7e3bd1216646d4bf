import { AppError, type ErrorCode } from '@spindle/contract'

/** A failure caused by what is imported or by the state of its release: trying again would not help. */
const final: ReadonlySet<ErrorCode> = new Set([
  'validation_failed',
  'quota_exceeded',
  'state_conflict',
  'field_locked',
  'external_id_taken',
  'upload_reference_unknown',
  'upload_incomplete',
])

export const isFinal = (error: unknown): error is AppError => error instanceof AppError && final.has(error.code)
