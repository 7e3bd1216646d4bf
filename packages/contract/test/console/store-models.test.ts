import { checkValue } from '@spindle/contract/check'
import { OutletItem, pauseOutlet, retryOutlet, StoreItem } from '@spindle/contract/console'
import { describe, expect, it } from 'vitest'

const failure = {
  code: 'store_refused',
  message: 'ICPN is unknown',
  releases: 2,
  releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  nextAttemptAt: null,
}
const store = {
  outlet: { id: 'far', name: 'Far Store', kind: 'sftp' },
  isPaused: false,
  releases: { live: 1, scheduled: 0, pending: 0, failed: 2, takenDown: 0 },
  failures: [failure],
  otherFailures: 0,
}
const outlet = {
  ...{ id: 'far', name: 'Far Store', kind: 'sftp', ernVersion: null, isAdded: true, state: 'failing' },
  ...{ pausedReason: null, waiting: 0, lastDeliveredAt: null, oldestUnansweredAt: null },
  causes: [{ code: 'store_refused', message: 'ICPN is unknown', deliveries: 2, waiting: 0 }],
}
const isValid = (schema: object, value: unknown): boolean => checkValue(schema, value).length === 0

describe('the stores of the console', () => {
  it('have at most five reasons each', () => {
    expect(isValid(StoreItem, store)).toBe(true)
    expect(isValid(StoreItem, { ...store, failures: Array.from({ length: 5 }, () => failure) })).toBe(true)
    expect(isValid(StoreItem, { ...store, failures: Array.from({ length: 6 }, () => failure) })).toBe(false)
  })

  it('have one of three states', () => {
    for (const state of ['active', 'paused', 'failing']) expect(isValid(OutletItem, { ...outlet, state })).toBe(true)
    expect(isValid(OutletItem, { ...outlet, state: 'unknown' })).toBe(false)
  })

  it('are addressed by ids as the commands give them', () => {
    for (const outletId of ['far', 'a-b_1']) expect(isValid(pauseOutlet.params, { outletId })).toBe(true)
    for (const outletId of ['', 'Far', '-far', 'f'.repeat(65)])
      expect(isValid(pauseOutlet.params, { outletId })).toBe(false)
  })

  it('are retried for one reason', () => {
    expect(isValid(retryOutlet.body, { code: 'store_refused' })).toBe(true)
    for (const body of [{}, { code: '' }, { code: 'one', other: 1 }])
      expect(isValid(retryOutlet.body, body)).toBe(false)
  })
})
