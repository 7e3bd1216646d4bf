import { type ApiKey, AppError, type FieldError, type KeyStatus, type Permission } from '@spindle/contract'
import type { BodyRules } from '../../http/requests/body-rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { lastInstantMs } from '../../platform/values/calendar.ts'

/** The rules for changes of a key, as pure functions of its row and the time. */

export interface KeyRow {
  readonly id: string
  readonly name: string
  readonly permissions: Permission[]
  readonly hint: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  readonly rotatedTo: string | null
  readonly lastUsedFrom: string | null
  readonly madeBy: string | null
  readonly makerName: string | null
}

export function deriveKeyStatus(
  { revokedAt, expiresAt }: Pick<KeyRow, 'revokedAt' | 'expiresAt'>,
  nowMs: number,
): KeyStatus {
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt.getTime() <= nowMs ? 'expired' : 'active'
}

export const toApiKey = (row: KeyRow, nowMs: number): ApiKey => ({
  id: row.id as ApiKey['id'],
  name: row.name,
  permissions: row.permissions,
  hint: row.hint,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  status: deriveKeyStatus(row, nowMs),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  rotatedTo: row.rotatedTo as ApiKey['rotatedTo'],
  madeBy: row.madeBy === null ? null : { id: row.madeBy, name: row.makerName },
  lastUsedFrom: row.lastUsedFrom,
})

/** A key cannot carry what its maker may not grant. */
export function requireGrantable(permissions: readonly Permission[], grantable: readonly Permission[]): void {
  const refused = permissions.filter((permission) => !grantable.includes(permission))
  if (refused.length === 0) return
  throw new AppError('permission_not_grantable', {
    detail: `Your token cannot grant ${refused.join(', ')}.`,
    extensions: { grantable },
  })
}

/** The end of a new key: in the future, or none. */
export function parseExpiry(expiresAt: string | undefined, nowMs: number): Date | null {
  if (expiresAt === undefined) return null
  const end = endOf(expiresAt)
  // A leap second has the form of an instant, but no clock here can express it.
  if (end.getTime() > nowMs) return end
  throw new AppError('validation_failed', { errors: [notInFuture] })
}

/** Of a body that is refused for another reason. */
export const keyBodyRules = (clock: Clock): BodyRules => ({
  check: ({ value: { expiresAt } }) =>
    typeof expiresAt === 'string' && !(endOf(expiresAt).getTime() > clock.now()) ? [notInFuture] : [],
})

const endOf = (expiresAt: string): Date => new Date(Math.min(Date.parse(expiresAt), lastInstantMs))

const notInFuture: FieldError = {
  pointer: '/expiresAt',
  code: 'not_in_future',
  detail: 'expiresAt must be in the future.',
  fix: 'Use a later time, or omit expiresAt for a key that does not expire.',
}

/** Only an active key that has no successor yet can be rotated; anything else would multiply or revive keys. */
export function requireRotatable(row: KeyRow, nowMs: number): void {
  const status = deriveKeyStatus(row, nowMs)
  if (status === 'active' && row.rotatedTo === null) return
  throw new AppError('state_conflict', {
    detail:
      status === 'active'
        ? `The key was already replaced by ${row.rotatedTo}.`
        : `The key is ${status}. Only an active key can be replaced.`,
    extensions: { status, allowed: [] },
  })
}

/**
 * Both ends of a rotation: the old key's, never later than before, and the new one's, with the lifetime that the old
 * key had.
 */
export function planRotation(
  row: Pick<KeyRow, 'createdAt' | 'expiresAt'>,
  overlapSeconds: number,
  nowMs: number,
): { readonly old: Date; readonly successor: Date | null } {
  const overlapEndMs = nowMs + overlapSeconds * 1_000
  if (!row.expiresAt) return { old: new Date(overlapEndMs), successor: null }
  const endMs = row.expiresAt.getTime()
  return {
    old: new Date(Math.min(endMs, overlapEndMs)),
    successor: new Date(Math.min(nowMs + endMs - row.createdAt.getTime(), lastInstantMs)),
  }
}
