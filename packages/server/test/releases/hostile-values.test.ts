import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { sharedReleaseHub } from '../harness/shared-hub.ts'

/** Values that a schema accepts and that break careless code after it. */
describe('values at the edge', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it.each([
    '?upc=%00',
    '?isrc=%00%ff',
    '?query=%00',
    '?query=%ED%A0%80',
    `?query=${'a'.repeat(200)}`,
    '?updatedSince=0000-01-01T00:00:00Z',
    '?updatedSince=2016-12-31T23:59:60Z',
    '?updatedSince=9999-12-31T23:59:59.999Z',
    '?updatedSince=9999-12-31T23:59:59.999-23:59',
    '?updatedSince=2026-05-01T00:00:00%2B23:59',
    '?cursor=%00',
  ])('lists answer %s', async (query) => {
    const { status } = await hub.json('GET', `${releasesPath}${query}`, { key: fixture.key })
    expect([200, 400]).toContain(status)
  })

  it.each([
    ['half a character', { title: 'half \ud83d' }],
    ['half a character in a name', { metadata: { '\ud83d': 'x' } }],
    ['a member named like a built-in', { metadata: { constructor: 'x', toString: 'y' } }],
    ['an object that cannot be written as text', { title: { toString: 1, valueOf: 1 } }],
    ['year 0', { releaseDate: '0000-01-01', originalReleaseDate: '0000-12-31' }],
    ['the last year', { releaseDate: '9999-12-31', timeZone: 'Pacific/Niue', releaseTime: '23:59' }],
    ['a zone of path', { timeZone: '../../etc/passwd' }],
    ['the longest words', { title: 'a'.repeat(500), label: '\u{1f600}'.repeat(100), displayArtist: 'ﷺ'.repeat(500) }],
    ['control characters', { title: 'a\u0001b', externalId: '\u2028' }],
    ['quotes', { title: `'; drop table releases; --`, externalId: `"'\\` }],
  ])('releases take, or refuse, %s', async (_, members) => {
    const answer = await fixture.release(members)
    expect([201, 400, 422]).toContain(answer.status)
    if (answer.status !== 201) return
    expect(answer.body).toMatchObject(members)
    const { body: list } = await hub.json('GET', `${releasesPath}?limit=1`, { key: fixture.key })
    expect(list.data[0].id).toBe(answer.body.id)
    expect([200, 422]).toContain((await fixture.act(answer.body.id, 'submit')).status)
  })
})
