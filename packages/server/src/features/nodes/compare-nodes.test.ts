import { describe, expect, it } from 'vitest'
import { countConfigurations, describeVersions, findProblems } from './compare-nodes.ts'
import type { Node } from './node-queries.ts'

const node = (of: Partial<Node>): Node => ({
  id: 'one',
  host: 'a',
  process: 1,
  role: 'api',
  version: '0.1.0',
  skewMs: 0,
  storage: 'disk',
  secretId: '0123abcd',
  properties: ['site-a', 'site-b'],
  settings: { SPINDLE_REVIEW: 'auto' },
  startedAt: new Date(0),
  seenSecondsAgo: 1,
  ...of,
})

describe('nodes that are looked at together', () => {
  it('are fine when they were configured alike and their clocks agree', () => {
    const alike = [node({}), node({ process: 2, role: 'worker', skewMs: 999, properties: ['site-b', 'site-a'] })]
    expect(findProblems(alike)).toEqual([])
    expect(countConfigurations(alike)).toBe(1)
    expect(findProblems([])).toEqual([])
    const withWorker = [node({ process: 2, role: 'worker', properties: [] }), node({})]
    expect(findProblems(withWorker)).toEqual([])
    expect(countConfigurations(withWorker)).toBe(1)
  })

  it('are told apart by what differs', () => {
    const others = [
      node({ process: 2, settings: { SPINDLE_REVIEW: 'manual' } }),
      node({ process: 3, secretId: 'ffff0000' }),
      node({ process: 4, properties: ['site-a'] }),
    ]
    expect(findProblems([node({}), ...others])).toEqual([
      'SPINDLE_SECRET differs between a:1 and a:3',
      'the properties with a token differs between a:1 and a:4',
      'SPINDLE_REVIEW differs between a:1 and a:2',
    ])
    expect(countConfigurations([node({}), ...others])).toBe(4)
  })

  it('of two versions are compared by the settings that both know', () => {
    const older = node({ settings: { SPINDLE_REVIEW: 'auto' } })
    const newer = node({
      process: 2,
      version: '0.2.0',
      settings: { SPINDLE_REVIEW: 'auto', SPINDLE_REQUIRE_SYNC_STANDBY: 'off', SPINDLE_NEW: null },
    })
    for (const nodes of [
      [older, newer],
      [newer, older],
    ]) {
      expect(findProblems(nodes)).toEqual([])
      expect(countConfigurations(nodes)).toBe(1)
      expect(describeVersions(nodes)).toBe('versions differ: 0.1.0, 0.2.0')
    }
    const another = node({ ...newer, process: 3, settings: { ...newer.settings, SPINDLE_NEW: 'on' } })
    expect(findProblems([older, newer, another])).toEqual(['SPINDLE_NEW differs between a:1 and a:3'])
    expect(countConfigurations([older, newer, another])).toBe(2)
    expect(describeVersions([older, older])).toBeUndefined()
    // A setting that one has and the other has not set is known to both.
    const unset = node({ process: 3, settings: { SPINDLE_REVIEW: null } })
    expect(findProblems([older, unset])).toEqual(['SPINDLE_REVIEW differs between a:1 and a:3'])
  })

  it('are named when their clock is a second off, in either direction', () => {
    expect(findProblems([node({ skewMs: 1_000 }), node({ process: 2, skewMs: -61_500 })])).toEqual([
      'the clock of a:1 is 1.0 s off',
      'the clock of a:2 is -61.5 s off',
    ])
  })

  it('are warned of when several machines keep uploads on disk', () => {
    const apart = 'nodes on several machines store uploads on disk: they must use one shared folder'
    expect(findProblems([node({}), node({ host: 'b' })])).toEqual([apart])
    expect(findProblems([node({}), node({ host: 'b', storage: 's3' })])).toEqual([])
  })
})
