import { describe, expect, it } from 'vitest'
import { masterRow } from '../../../test/harness/file-row.ts'
import { type DeliveryState, emptyState } from '../../delivery/delivery-state.ts'
import { countRemarks, groupRemarks, remarksOf } from './remarks.ts'

const finding = (pointer: string, severity: 'error' | 'warning' | 'note', code = pointer) => ({
  code,
  severity,
  pointer,
  message: `About ${pointer}`,
  fix: 'Do it.',
  rule: { id: 'a_rule', version: 1, source: 'a guide' },
})

/** The second of three tracks is still on its way, so the hub has two. */
const state: DeliveryState = {
  ...emptyState,
  files: [masterRow('one'), masterRow('two', false), masterRow('three')],
  draft: {
    members: {},
    tracks: ['one', 'two', 'three'].map((fileKey) => ({ key: `track ${fileKey}`, fileKey, members: {} })),
  },
  release: {
    id: 'rel_1',
    revision: 1,
    status: 'draft',
    findings: [
      finding('/tracks/1/isrc', 'warning'),
      finding('/tracks/1/uploadId', 'error'),
      finding('/label', 'error'),
      finding('/coverUploadId', 'warning'),
      finding('/tracks/0/isrc', 'note'),
    ],
    errors: 2,
    warnings: 2,
    asked: [{ pointer: '/tracks/1/title', code: 'title_differs', note: 'As on the sleeve, please.' }],
  },
}

describe('the remarks about a delivery', () => {
  it('leads to the step and the element where one can do something about it', () => {
    expect(remarksOf(state).map(({ pointer, step, place }) => [pointer, step, place])).toEqual([
      ['/title', 'tracks', 'track three/title'],
      ['/isrc', 'tracks', 'track three/isrc'],
      ['/uploadId', 'files', 'file/three'],
      ['/label', 'release', 'release/label'],
      ['/coverUploadId', 'release', 'release/coverUploadId'],
      ['/isrc', 'tracks', 'track one/isrc'],
    ])
  })

  it('is grouped by release and track in play order, what a reviewer asks for first, then the worst', () => {
    const keys = state.draft.tracks.map(({ key }) => key)
    expect(
      groupRemarks(remarksOf(state), keys).map(({ target, remarks }) => [
        target,
        remarks.map(({ severity, pointer }) => `${severity} ${pointer}`),
      ]),
    ).toEqual([
      ['release', ['error /label', 'warning /coverUploadId']],
      ['track one', ['note /isrc']],
      ['track three', ['warning /title', 'error /uploadId', 'warning /isrc']],
    ])
  })

  it('names the outlets that a finding matters to', () => {
    const outlets = [{ id: 'far', name: 'Far Store' }]
    const release = { findings: [{ ...finding('/coverUploadId', 'error'), outlets }, finding('/label', 'error')] }
    const remarks = remarksOf({ ...state, release: { ...state.release, ...release } as DeliveryState['release'] })
    expect(remarks.map((remark) => remark.outlets)).toEqual([undefined, outlets, undefined])
  })

  it('is counted, the worst first', () => expect(countRemarks(remarksOf(state))).toEqual([2, 3, 1]))
})
