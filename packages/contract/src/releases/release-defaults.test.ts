import { describe, expect, it } from 'vitest'
import { checkValue } from '../schema/check-value.ts'
import { dateLines, listOpenMembers } from './fill-defaults.ts'
import { LabelDefaults, ReleaseDefaults, TrackDefaults } from './release-defaults.ts'
import { ReleaseInput } from './release-model.ts'

const places = (schema: object, value: unknown): readonly string[] =>
  checkValue(schema, value).map(({ pointer, code }) => `${pointer} ${code}`)

describe('defaults', () => {
  it('take members of a release and of its tracks', () => {
    const given = {
      label: 'Blue Lamp',
      contributors: [{ partyId: 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB', role: 'producer' }],
      labelPartyIds: { dpid: 'PADPIDA2014120301U' },
      pLine: { text: 'Blue Lamp' },
      cLine: { text: 'Blue Lamp', year: 2026 },
      outlets: ['site-a'],
      aiUsage: { vocals: 'none', artwork: 'none' },
      territories: { mode: 'include', codes: ['DE'] },
      metadata: { team: 'a' },
      trackDefaults: { pLine: { text: 'Ada' }, composition: 'original', availability: { stream: true } },
    }
    expect(places(ReleaseDefaults, given)).toEqual([])
    expect(places(LabelDefaults, given)).toEqual(['/label unknown_member'])
  })

  it.each([
    'title',
    'type',
    'version',
    'upc',
    'grid',
    'externalId',
    'catalogNumber',
    'replaces',
    'releaseDate',
    'originalReleaseDate',
    'preorderDate',
    'deals',
    'coverUploadId',
    'importIssues',
    'displayArtist',
    'tracks',
    'submit',
  ])('refuse `%s`, which belongs to one release', (member) => {
    expect(Object.keys(ReleaseInput.properties)).toContain(member)
    expect(places(ReleaseDefaults, { [member]: 'x' })).toEqual([`/${member} unknown_member`])
  })

  it.each(['title', 'isrc', 'iswc', 'uploadId', 'lyrics', 'licence', 'recordingYear', 'firstPublicationDate', 'deals'])(
    'refuse `%s` for tracks, which belongs to one track',
    (member) => {
      expect(Object.keys(ReleaseInput.properties.tracks.items.properties)).toContain(member)
      expect(places(ReleaseDefaults, { trackDefaults: { [member]: 'x' } })).toEqual([
        `/trackDefaults/${member} unknown_member`,
      ])
    },
  )

  it('have only members that a release or a track has', () => {
    const { trackDefaults: _tracks, ...ofRelease } = ReleaseDefaults.properties
    for (const member of Object.keys(ofRelease)) expect(Object.keys(ReleaseInput.properties)).toContain(member)
    const ofTracks = Object.keys(ReleaseInput.properties.tracks.items.properties)
    for (const member of Object.keys(TrackDefaults.properties)) expect(ofTracks).toContain(member)
  })
})

describe('listOpenMembers', () => {
  it('names the members that have no value yet, of the release and of its tracks', () => {
    const stated = { genre: 'jazz', label: undefined, language: 'en', trackDefaults: { composition: 'cover' } }
    const trackDefaults = { composition: 'original', language: 'fr', moods: ['calm'], explicit: undefined }
    const defaults = { genre: 'rock', subgenre: 'punk', label: 'Blue Lamp', keywords: undefined, trackDefaults }
    expect(listOpenMembers(stated, defaults)).toEqual({ ofRelease: ['label'], ofTracks: ['moods'] })
  })
})

describe('dateLines', () => {
  it('keeps a year that is there, and leaves other members alone', () => {
    const members = { pLine: { text: 'Ada', year: 1999 }, genre: 'jazz' }
    expect(dateLines(members, { releaseDate: '2027-03-05' })).toEqual(members)
  })

  it('leaves out a line whose date has no year', () => {
    expect(dateLines({ cLine: { text: 'Ada' } }, { releaseDate: 'soon' })).toEqual({})
  })
})
