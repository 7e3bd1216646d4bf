import type { Release } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { compareRelease, refuseUnknown, type TableRow } from './compare-table.ts'

const id = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const [first, second] = ['trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYC']

const release = {
  id,
  revision: 3,
  title: 'Harbour',
  label: 'Blue Lamp',
  tracks: [
    { id: first, number: 1, title: 'Intro', uploadId: 'upl_1', durationMs: null },
    { id: second, number: 2, title: 'Night', version: 'Live', uploadId: 'upl_2', durationMs: 4_000 },
  ],
} as unknown as Release

const row = (cells: Readonly<Record<string, string>>, more: Partial<TableRow> = {}): TableRow => ({
  line: 2,
  releaseId: id,
  revision: 3,
  trackId: '',
  cells: new Map(Object.entries(cells)),
  ...more,
})

describe('compareRelease', () => {
  it('finds nothing where every cell is as the release', () => {
    const rows = [row({ title: 'Harbour', label: 'Blue Lamp', upc: '' }), row({ title: 'Intro' }, { trackId: first })]
    expect(compareRelease(release, rows)).toEqual({ differences: [], problems: [], target: undefined })
  })

  it('sends only the members that differ; an empty cell removes one', () => {
    const { differences, target } = compareRelease(release, [row({ title: 'Harbour', label: '', genre: 'jazz' })])
    expect(differences).toEqual([
      { line: 2, releaseId: id, trackId: null, member: 'label', before: 'Blue Lamp', after: '' },
      { line: 2, releaseId: id, trackId: null, member: 'genre', before: '', after: 'jazz' },
    ])
    expect(target).toEqual({ id, revision: 3, patch: { label: null, genre: 'jazz' } })
  })

  it('sends all tracks if one of them differs, without what is empty', () => {
    const { target } = compareRelease(release, [row({ title: 'Night', version: '' }, { trackId: second })])
    expect(target?.patch).toEqual({
      tracks: [
        { id: first, number: 1, title: 'Intro', uploadId: 'upl_1' },
        { id: second, number: 2, title: 'Night', uploadId: 'upl_2', durationMs: 4_000 },
      ],
    })
  })

  it('refuses an old revision, and says what to do', () => {
    const { problems, target } = compareRelease(release, [row({ title: 'Pier' }, { revision: 2, line: 7 })])
    expect(target).toBeUndefined()
    expect(problems).toEqual([
      {
        line: 7,
        releaseId: id,
        message:
          'The table has revision 2, and the release is now at revision 3. Export it again and repeat your change.',
      },
    ])
  })

  it('accepts an old revision if nothing differs: the table was applied before', () => {
    const applied = compareRelease(release, [row({ title: 'Harbour' }, { revision: 2 })])
    expect(applied).toEqual({ differences: [], problems: [], target: undefined })
  })

  it('refuses a track that the release does not have', () => {
    const { problems, target } = compareRelease(release, [row({ title: 'Intro' }, { trackId: 'trk_gone' })])
    expect(target).toBeUndefined()
    expect(problems.map(({ message }) => message)).toEqual(['The release has no track trk_gone.'])
  })

  it('refuses a second row that changes a member to another value, and takes one that repeats it', () => {
    const two = (title: string) => [row({ title: 'Pier' }), row({ title }, { line: 3 })]
    const { problems, target } = compareRelease(release, two('Quay'))
    expect(target).toBeUndefined()
    expect(problems).toEqual([
      { line: 3, releaseId: id, message: 'Line 2 has another "title". Remove one of the two rows.' },
    ])
    expect(compareRelease(release, two('Pier')).target).toEqual({ id, revision: 3, patch: { title: 'Pier' } })
    expect(compareRelease(release, two('Harbour')).target).toEqual({ id, revision: 3, patch: { title: 'Pier' } })
  })

  it('takes the same member of two tracks, and of a track and its release', () => {
    const rows = [
      row({ title: 'Pier' }),
      row({ title: 'Quay' }, { trackId: first }),
      row({ title: 'Dock' }, { trackId: second }),
    ]
    expect(compareRelease(release, rows).problems).toEqual([])
  })

  it('refuses cells that do not belong to a release or a track', () => {
    const { problems } = compareRelease(release, [
      row({ isrc: 'ZZABC2600001' }),
      row({ label: 'Blue Lamp', title: 'Intro' }, { trackId: first, line: 3 }),
    ])
    expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '2: "isrc" cannot be set for a release. Empty the cell.',
      '3: "label" cannot be set for a track. Empty the cell.',
    ])
  })
})

describe('refuseUnknown', () => {
  it('names each row of a release that does not exist', () => {
    const message = 'The release does not exist. It may have been deleted. Remove the row.'
    expect(refuseUnknown([row({ title: 'Pier' }), row({}, { trackId: first, line: 3 })])).toEqual({
      differences: [],
      problems: [
        { line: 2, releaseId: id, message },
        { line: 3, releaseId: id, message },
      ],
      target: undefined,
    })
  })
})
