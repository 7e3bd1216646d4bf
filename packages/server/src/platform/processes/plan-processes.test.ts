import { describe, expect, it } from 'vitest'
import { connectionsOfPlan, type PlanOptions, planProcesses } from './plan-processes.ts'

const plan = (options: Partial<PlanOptions>) =>
  planProcesses({ processes: 'auto', role: 'all', cores: 4, databasePool: 10, sharesDatabase: false, ...options })

describe('planProcesses', () => {
  it('runs one process with fewer than three cores', () => {
    expect([plan({ cores: 1 }), plan({ cores: 2 })]).toEqual([undefined, undefined])
  })

  it('leaves one core to jobs and the database, and stops at eight processes', () => {
    expect(plan({ cores: 3 })).toEqual({ api: 2, workers: 1 })
    expect(plan({ cores: 4 })).toEqual({ api: 3, workers: 1 })
    expect(plan({ cores: 64 })).toEqual({ api: 8, workers: 1 })
  })

  it('starts only as many processes by itself as a PostgreSQL of the operator usually has connections for', () => {
    expect(plan({ cores: 64, sharesDatabase: true })).toEqual({ api: 6, workers: 1 })
    expect(plan({ cores: 64, sharesDatabase: true, databasePool: 30 })).toBeUndefined()
  })

  it('takes a number from the setting, whatever the cores', () => {
    expect(plan({ processes: 2, cores: 1 })).toEqual({ api: 2, workers: 1 })
    expect(plan({ processes: 1, cores: 16 })).toBeUndefined()
  })

  it('keeps a node of a larger deployment one process, unless a number is set', () => {
    expect(plan({ role: 'api', cores: 16 })).toBeUndefined()
    expect(plan({ role: 'api', processes: 3 })).toEqual({ api: 3, workers: 0 })
    expect(plan({ role: 'worker', processes: 3 })).toBeUndefined()
  })
})

it('counts the connections of all processes and of one more during a restart', () => {
  expect(connectionsOfPlan({ api: 2, workers: 1 }, 10)).toBe(52)
  expect(connectionsOfPlan({ api: 2, workers: 0 }, 10)).toBe(37)
})
