import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { reportsPath } from '../harness/own-reports.ts'
import { type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { sharedReleaseHub } from '../harness/shared-hub.ts'

/** One answer names every fault of a body: those of its form, and those of what it says. */

const upload = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

let hub: TestHub
let fixture: ReleaseFixture
beforeAll(async () => {
  ;({ hub, fixture } = await sharedReleaseHub())
})

const faultsOf = (answer: { readonly body: { readonly errors?: readonly { pointer: string; code: string }[] } }) =>
  (answer.body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort()

const track = { title: 'Intro', uploadId: upload }

describe('a new release', () => {
  it.each<[string, object, readonly string[]]>([
    [
      'a wrong type, and codes that do not exist',
      { title: 'A', type: 'EP', language: 'english', genre: 'Rock & Roll', tracks: [track] },
      ['/genre genre_unknown', '/language language_invalid', '/type enum'],
    ],
    [
      'an unknown member, and identifiers that are not valid',
      { title: 'A', type: 'single', tpye: 'x', upc: '123456789013', tracks: [{ ...track, isrc: 'NOPE' }] },
      ['/tpye unknown_member', '/tracks/0/isrc identifier_invalid', '/upc identifier_invalid'],
    ],
    [
      'no title, and a track without one whose language does not exist',
      { type: 'single', tracks: [{ uploadId: upload, language: 'german' }] },
      ['/title required', '/tracks/0/language language_invalid', '/tracks/0/title required'],
    ],
    [
      'an invalid contributor, and damaged text beside it',
      { title: 'Na\ufffdve', type: 'single', contributors: [{ name: 'Ada' }], tracks: [track] },
      ['/contributors/0/role required', '/title lost_letters'],
    ],
    [
      'a number as label, and dates in the wrong order',
      {
        title: 'A',
        type: 'single',
        label: 7,
        releaseDate: '2026-05-01',
        originalReleaseDate: '2026-06-01',
        tracks: [track],
      },
      ['/label type', '/originalReleaseDate original_date_after_release'],
    ],
    [
      'a track that is text, and a genre that does not exist',
      { title: 'A', type: 'single', genre: 'noise?', tracks: ['Intro'] },
      ['/genre genre_unknown', '/tracks/0 type'],
    ],
  ])('with %s', async (_name, body, faults) => {
    const answer = await fixture.post(releasesPath, body)
    expect(answer).toMatchObject({ status: 422, body: { error: 'validation_failed' } })
    expect(faultsOf(answer)).toEqual(faults)
  })

  it('that shall be submitted also names what a submission needs', async () => {
    const answer = await fixture.post(releasesPath, { title: 'A', type: 'EP', submit: true, tracks: [track] })
    expect(faultsOf(answer)).toEqual(
      expect.arrayContaining(['/type enum', '/label label_missing', '/genre genre_missing', '/pLine p_line_missing']),
    )
  })

  it('reports nothing as missing that may come from a member which is refused', async () => {
    const body = await fixture.body({ submit: true, language: 7, contributors: [{ name: 'Ada', role: 1 }] })
    const answer = await fixture.post(releasesPath, body)
    expect(faultsOf(answer)).toEqual(['/contributors/0/role type', '/language type'])
  })

  it('names other faults beside a list that is too long', async () => {
    const tracks = Array.from({ length: 501 }, () => track)
    const answer = await fixture.post(releasesPath, { title: '', type: 'ep', genre: 'noise?', tracks })
    expect(faultsOf(answer)).toEqual(['/genre genre_unknown', '/title min_length', '/tracks max_items'])
  })

  it('with a schema fault in every place of a list keeps the numbers of the others', async () => {
    const tracks = [
      { ...track, titel: 'x' },
      { ...track, isrc: 'NOPE' },
      { ...track, title: 7, isrc: 'NOPE' },
    ]
    const answer = await fixture.post(releasesPath, { title: 'A', type: 'ep', tracks })
    expect(faultsOf(answer)).toEqual([
      '/tracks/0/titel unknown_member',
      '/tracks/1/isrc identifier_invalid',
      '/tracks/2/isrc identifier_invalid',
      '/tracks/2/title type',
    ])
  })
})

describe('a change of a release', () => {
  it('names the invalid member and the code that does not exist', async () => {
    const { body } = await fixture.release()
    const answer = await fixture.patch(body.id, { explicit: 'yes', genre: 'Rock & Roll' })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(['/explicit enum', '/genre genre_unknown'])
  })

  it('that removes members is checked without them', async () => {
    const { body } = await fixture.release()
    const removed = { releaseDate: null, displayArtist: null, contributors: null, pLine: null, titles: null }
    const answer = await fixture.patch(body.id, { ...removed, explicit: 'yes', tracks: [] })
    expect(faultsOf(answer)).toEqual(['/explicit enum', '/tracks min_items'])
  })
})

describe('other bodies', () => {
  it('a new key with unknown permissions and an end that has passed', async () => {
    const answer = await hub.json('POST', '/api/v1/distributor/keys', {
      bearer: await fixture.account.token(),
      body: { name: '', permissions: ['music:reed'], expiresAt: '2020-01-01T00:00:00.000Z' },
    })
    expect(faultsOf(answer)).toEqual(['/expiresAt not_in_future', '/name min_length', '/permissions/0 enum'])
  })

  it('a new webhook for unknown events and an address that is refused', async () => {
    const answer = await fixture.post('/api/v1/distributor/webhooks', {
      url: 'http://127.0.0.1/hooks',
      eventTypes: ['release.deleted'],
    })
    expect(faultsOf(answer)).toEqual(['/eventTypes/0 enum', '/url address_refused'])
  })

  it('a report with both a preset and a mapping, set-aside lines of a message, and an unknown member', async () => {
    const body = { uploads: [upload], source: 'store', preset: 'dsr', unreadable: 'set_aside', mapping: {}, sauce: 1 }
    const answer = await fixture.post(reportsPath, body)
    expect(faultsOf(answer)).toEqual(expect.arrayContaining(['/sauce unknown_member', '/unreadable conflict']))
  })

  it('a report of several uploads names each that cannot be read', async () => {
    const body = { uploads: [upload, await fixture.audio()], source: 'store' }
    const answer = await fixture.post(reportsPath, body)
    expect(faultsOf(answer)).toEqual(['/uploads/0 upload_reference_unknown', '/uploads/1 upload_kind'])
  })
})
