import { describe, expect, it } from 'vitest'
import { mergeEntries, writeChanges } from './shared-entries.ts'
import { type Tray, trayOf, valuesOfTray } from './tray.ts'

const file = (key: string) => ({
  key,
  name: `${key}.wav`,
  size: 1,
  modified: 1,
  kind: 'audio' as const,
  findings: [],
  hasArrived: false,
  isRefused: false,
})

const empty: Tray = {
  saved: undefined,
  draft: { members: {}, tracks: [] },
  files: [],
  suggestions: [],
  suggestedType: undefined,
}
const withFile = (tray: Tray, key: string): Tray => ({
  ...tray,
  files: [...tray.files, file(key)],
  draft: {
    ...tray.draft,
    tracks: [...tray.draft.tracks, { key: `track ${key}`, fileKey: key, members: { title: key } }],
  },
})
const written = (tray: Tray, by: string, now: number, before = {}) =>
  writeChanges(before, valuesOfTray(tray), { by, now })

describe('a tray', () => {
  it('is the same when it was kept', () => {
    const tray: Tray = {
      ...withFile(withFile(empty, 'b'), 'a'),
      saved: { releaseId: 'rel_1', revision: 3, request: { title: 'Night', tracks: [] } },
      suggestions: [{ target: 'release', member: 'label', value: 'Blue' }],
      suggestedType: 'single',
    }
    const full = {
      ...tray,
      draft: { ...tray.draft, coverKey: 'c', members: { title: 'Night', pLine: { year: 2026 } } },
    }
    expect(trayOf(JSON.parse(JSON.stringify(written(full, 'w', 1))))).toEqual(full)
  })

  it('holds no value when it is empty', () => expect(written(empty, 'w', 1)).toEqual({}))

  it('holds a file once that was chosen in two windows, and each of two files', () => {
    const [one, two] = [written(withFile(empty, 'a'), 'w1', 1), written(withFile(withFile(empty, 'a'), 'b'), 'w2', 1)]
    const three = written(withFile(empty, 'c'), 'w3', 2)
    const merged = trayOf(mergeEntries(mergeEntries(one, two), three))
    expect(merged.files.map(({ key }) => key)).toEqual(['c', 'a', 'b'])
    expect(merged.draft.tracks.map(({ fileKey }) => fileKey)).toEqual(['c', 'a', 'b'])
    expect(trayOf(mergeEntries(three, mergeEntries(two, one)))).toEqual(merged)
  })

  it('loses a track in every window when it was taken away in one', () => {
    const both = written(withFile(withFile(empty, 'a'), 'b'), 'w1', 1)
    const removed = written(withFile(empty, 'b'), 'w2', 2, both)
    const typed = written({ ...withFile(withFile(empty, 'a'), 'b'), suggestedType: 'ep' }, 'w1', 3, both)
    const merged = trayOf(mergeEntries(typed, removed))
    expect(merged.draft.tracks.map(({ fileKey }) => fileKey)).toEqual(['b'])
    expect(merged.suggestedType).toBe('ep')
  })
})
