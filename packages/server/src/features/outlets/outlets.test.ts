import { describe, expect, it } from 'vitest'
import type { Database } from '../../platform/database/sql.ts'
import { outletsFeature, retryPauseMs } from './index.ts'
import { openOutletRecords } from './outlet-records.ts'
import { sandboxAdapter } from './sandbox-outlet.ts'

/** Nothing here reads or writes the outlets of other processes. */
const database = {} as Database
const alone = {
  follows: false,
  database,
  outletRecords: openOutletRecords({ database, secrets: [Buffer.alloc(32)] }),
  notifications: { on: () => {} },
}

describe('outletsFeature', () => {
  it('has one outlet for each property, and the sandbox where it is on', () => {
    const properties = ['site-b', 'site-a', 'site-b']
    const on = outletsFeature({ ...alone, properties: () => properties, sandboxOutlet: true })
    expect(on.list()).toEqual([
      { id: 'site-b', name: 'site-b', kind: 'property' },
      { id: 'site-a', name: 'site-a', kind: 'property' },
      { id: 'sandbox', name: 'Sandbox', kind: 'sandbox' },
    ])
    properties.push('site-c')
    expect(on.list().map(({ id }) => id)).toContain('site-c')
    expect(outletsFeature({ ...alone, properties: () => [], sandboxOutlet: false }).list()).toEqual([])
  })

  it('has a kind exactly where an adapter is registered', () => {
    const options = { ...alone, properties: () => [], sandboxOutlet: false }
    expect(outletsFeature(options).kinds).toEqual(['property', 'sandbox'])
    const adapter = { ...sandboxAdapter(), kind: 'tape' }
    const outlets = outletsFeature({ ...options, adapters: [adapter] })
    expect(outlets.kinds).toEqual(['property', 'sandbox', 'tape'])
    expect(outlets.adapterOf('tape')).toBe(adapter)
    expect(outlets.adapterOf('sftp')).toBeUndefined()
  })
})

describe('retryPauseMs', () => {
  it('doubles up to its limit', () => {
    const policy = { maxAttempts: 9, firstPauseMs: 250, maxPauseMs: 1_500, timeoutMs: 1 }
    expect([1, 2, 3, 4, 5, 1_000_000].map((attempts) => retryPauseMs(policy, attempts))).toEqual([
      250, 500, 1_000, 1_500, 1_500, 1_500,
    ])
  })
})
