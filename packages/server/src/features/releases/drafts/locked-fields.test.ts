import { describe, expect, it } from 'vitest'
import type { ReleaseRecord, TrackRecord } from '../model/release-record.ts'
import { findLockedCodes } from './locked-fields.ts'

const uploadA = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYA'
const at = new Date('2026-05-01T00:00:00.000Z')

const track = (more: Partial<TrackRecord> = {}): TrackRecord => ({
  id: 'trk_1',
  disc: 1,
  number: 1,
  durationMs: 1,
  delivered: true,
  document: { title: 'T', uploadId: uploadA, isrc: 'ZZABC2600001' },
  ...more,
})
const record = (more: Partial<ReleaseRecord> = {}): ReleaseRecord => ({
  id: 'rel_1',
  status: 'live',
  revision: 1,
  submittedRevision: 1,
  restoredRevision: null,
  approvedRevision: null,
  reviewRevision: null,
  review: null,
  firstDeliveredAt: at,
  legacy: false,
  submitsItself: false,
  document: { title: 'R', type: 'single', upc: '036000291452' },
  tracks: [track()],
  findings: [],
  errors: 0,
  warnings: 0,
  checkedAt: at,
  summary: { total: 0, live: 0, scheduled: 0, failed: 0, pending: 0, refusedTracks: 0 },
  lastEventSha256: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
  submittedAt: at,
  liveAt: at,
  replacedBy: null,
  plannedTakedown: null,
  plannedTakedownAt: null,
  ...more,
})

const lockedBy = (before: ReleaseRecord, upc: string | undefined, tracks: readonly TrackRecord[]): string[] =>
  findLockedCodes(before, {
    document: { title: 'New', type: 'ep', ...(upc === undefined ? {} : { upc }) },
    tracks: tracks.map((each, index) => ({ ...each, position: index + 1 })),
  }).map(({ pointer }) => pointer)

describe('findLockedCodes', () => {
  const same = '0036000291452'
  it.each<[string, ReleaseRecord, string | undefined, TrackRecord[], string[]]>([
    ['nothing before the first delivery', record({ firstDeliveredAt: null }), undefined, [], []],
    ['the UPC in another writing', record(), same, [track()], []],
    ['another UPC', record(), '0200000000011', [track()], ['/upc']],
    ['no UPC', record(), undefined, [track()], ['/upc']],
    ['a UPC where there was none', record({ document: { title: 'R', type: 'ep' } }), same, [track()], []],
    ['a track less', record(), same, [], []],
    ['a new track', record(), same, [track(), track({ id: 'trk_2', delivered: false })], []],
    [
      'another title and ISRC in another writing',
      record(),
      same,
      [track({ document: { title: 'New', uploadId: uploadA, isrc: 'zz-abc-26-00001' } })],
      [],
    ],
    [
      'another ISRC',
      record(),
      same,
      [track({ document: { title: 'T', uploadId: uploadA, isrc: 'ZZABC2600002' } })],
      ['/tracks/0/isrc'],
    ],
    ['no ISRC', record(), same, [track({ document: { title: 'T', uploadId: uploadA } })], ['/tracks/0/isrc']],
    [
      'another ISRC on a track no outlet ever got',
      record({ tracks: [track({ delivered: false })] }),
      same,
      [track({ document: { title: 'T', uploadId: uploadA, isrc: 'ZZABC2600002' } })],
      [],
    ],
  ])('%s', (_, before, upc, tracks, pointers) => expect(lockedBy(before, upc, tracks)).toEqual(pointers))
})
