import { describe, expect, it } from 'vitest'
import { ListedParty, Party, PartyMerge, PartyMergeRequest, PartyRelease } from '../index.ts'
import { checkValue } from '../schema/check-value.ts'

const id = 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const duplicate = 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYC'
const at = '2026-05-01T08:00:00.000Z'

const listed = {
  id,
  name: 'Ada',
  names: [{ language: 'ja', name: 'エイダ' }],
  legalName: null,
  isni: '0000000121032683',
  ipi: null,
  spotify: null,
  apple: '1',
  newAt: ['spotify'],
  defaultRoles: ['main_artist'],
  releaseCount: 2,
  trackCount: 12,
  createdAt: at,
  updatedAt: at,
}
const party = { ...listed, recordingCount: 11 }

const pointersOf = (...checked: Parameters<typeof checkValue>): string[] =>
  checkValue(...checked).map(({ pointer }) => pointer)

describe('a party', () => {
  it('has its number of recordings only when it is read alone', () => {
    expect(pointersOf(ListedParty, listed)).toEqual([])
    expect(pointersOf(Party, party)).toEqual([])
    expect(pointersOf(Party, listed)).toEqual(['/recordingCount'])
  })

  it('has no negative numbers', () => {
    const numbers = { releaseCount: -1, trackCount: -1, recordingCount: -1 }
    expect(pointersOf(Party, { ...party, ...numbers }).toSorted()).toEqual([
      '/recordingCount',
      '/releaseCount',
      '/trackCount',
    ])
  })
})

describe('a release of a party', () => {
  const track = { trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB', title: 'Rain', isrc: null, roles: ['ddex:Mixer'] }
  const release = { releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', title: 'Night', status: 'live', releaseDate: null }

  it('may lack roles of its own, date and ISRC', () => {
    expect(pointersOf(PartyRelease, { ...release, roles: [], tracks: [track] })).toEqual([])
  })

  it('has known roles and statuses', () => {
    const wrong = { ...release, status: 'ready', roles: ['singer'], tracks: [{ ...track, roles: ['singer'] }] }
    expect(pointersOf(PartyRelease, wrong).toSorted()).toEqual(['/roles/0', '/status', '/tracks/0/roles/0'])
  })
})

describe('a merge', () => {
  const releases = { drafts: 1, unsubmittedChanges: 0, submitted: 3 }
  const merge = { party, duplicate, dryRun: true, takenOver: ['names', 'spotify'], conflicts: [], releases }

  it('names the members that change, and the identifiers that differ with both values', () => {
    const conflicts = [{ member: 'ipi', party: '00052210040', duplicate: '00014107338' }]
    expect(pointersOf(PartyMerge, { ...merge, conflicts })).toEqual([])
    expect(pointersOf(PartyMerge, { ...merge, takenOver: ['name'] })).toEqual(['/takenOver/0'])
    const others = [{ member: 'legalName', party: 'Ada King', duplicate: 'A. King' }]
    expect(pointersOf(PartyMerge, { ...merge, conflicts: others })).toEqual(['/conflicts/0/member'])
  })

  it('is asked for with the id of a party', () => {
    expect(pointersOf(PartyMergeRequest, { duplicate })).toEqual([])
    expect(pointersOf(PartyMergeRequest, { duplicate: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB' })).toEqual(['/duplicate'])
    expect(pointersOf(PartyMergeRequest, { duplicate, keep: { isni: '1' } })).toEqual(['/keep'])
  })
})
