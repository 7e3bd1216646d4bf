import { describe, expect, it } from 'vitest'
import {
  deriveKeyStatus,
  type KeyRow,
  parseExpiry,
  planRotation,
  requireGrantable,
  requireRotatable,
} from './key-lifecycle.ts'

const nowMs = Date.UTC(2026, 4, 1)
const at = (ms: number): Date => new Date(nowMs + ms)
const row: KeyRow = {
  id: 'key_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  name: 'a key',
  permissions: ['music:read'],
  hint: 'spn_abcd…wxyz',
  createdAt: at(-1_000),
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  rotatedTo: null,
  lastUsedFrom: null,
  madeBy: null,
  makerName: null,
}

describe('deriveKeyStatus', () => {
  it.each([
    ['no end', {}, 'active'],
    ['an end ahead', { expiresAt: at(1) }, 'active'],
    ['an end now', { expiresAt: at(0) }, 'expired'],
    ['an end behind', { expiresAt: at(-1) }, 'expired'],
    ['a revocation', { revokedAt: at(-1) }, 'revoked'],
    ['both', { revokedAt: at(-1), expiresAt: at(-1) }, 'revoked'],
  ])('%s', (_what, change, status) => {
    expect(deriveKeyStatus({ ...row, ...change }, nowMs)).toBe(status)
  })
})

describe('requireGrantable', () => {
  it('names what the token may not grant', () => {
    expect(() => requireGrantable(['music:read'], ['music:read', 'catalog:read'])).not.toThrow()
    expect(() => requireGrantable(['music:read', 'music:write'], ['music:read'])).toThrow(
      expect.objectContaining({ code: 'permission_not_grantable', message: 'Your token cannot grant music:write.' }),
    )
  })
})

describe('parseExpiry', () => {
  it('takes an instant ahead, in any offset', () => {
    expect(parseExpiry(undefined, nowMs)).toBeNull()
    expect(parseExpiry('2026-05-01T02:00:00.001+02:00', nowMs)?.toISOString()).toBe('2026-05-01T00:00:00.001Z')
  })

  it('ends with the last year of four digits', () => {
    const end = parseExpiry('9999-12-31T23:59:59.999-23:59', nowMs)
    expect(end?.toISOString()).toBe('9999-12-31T23:59:59.999Z')
  })

  it.each(['2026-05-01T00:00:00Z', '2020-01-01T00:00:00Z', '2026-06-30T23:59:60Z'])('refuses %s', (text) => {
    expect(() => parseExpiry(text, nowMs)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  })
})

describe('requireRotatable', () => {
  it.each([
    ['revoked', { revokedAt: at(-1) }],
    ['expired', { expiresAt: at(0) }],
    ['already replaced', { rotatedTo: 'key_01JD3MZ6V8Q4W9X2K7N5T0RHYC' }],
  ])('refuses a key that is %s', (word, change) => {
    expect(() => requireRotatable({ ...row, ...change }, nowMs)).toThrow(
      expect.objectContaining({ code: 'state_conflict', message: expect.stringContaining(word) }),
    )
  })

  it('lets an active key pass', () => {
    expect(() => requireRotatable(row, nowMs)).not.toThrow()
  })
})

describe('planRotation', () => {
  it('ends the old key after the overlap and gives the new one no end if there was none', () => {
    expect(planRotation(row, 3_600, nowMs)).toEqual({ old: at(3_600_000), successor: null })
    expect(planRotation(row, 0, nowMs)).toEqual({ old: at(0), successor: null })
  })

  it('never lengthens the old key, and gives the new one as long a life', () => {
    expect(planRotation({ createdAt: at(-1_000), expiresAt: at(500) }, 3_600, nowMs)).toEqual({
      old: at(500),
      successor: at(1_500),
    })
  })

  it('gives the new one no life beyond the year 9999', () => {
    const expiresAt = new Date('9999-12-31T23:59:59.999Z')
    expect(planRotation({ createdAt: at(-1_000), expiresAt }, 0, nowMs).successor).toEqual(expiresAt)
  })
})
