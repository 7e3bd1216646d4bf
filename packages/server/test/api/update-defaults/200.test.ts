import { describe, expect, it } from 'vitest'
import { createSparse, defaultsPath, setDefaults } from '../../harness/labels.ts'
import { createParty } from '../../harness/parties.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('updateDefaults 200', () => {
  it('replaces the defaults, and refuses an outdated ETag', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    await setDefaults(hub, fixture, { label: 'Blue Lamp', genre: 'jazz' })
    const { body, headers } = await setDefaults(hub, fixture, { pLine: { text: 'Blue Lamp' } })
    expect(body).toEqual({ defaults: { pLine: { text: 'Blue Lamp' } }, updatedAt: expect.stringMatching(/Z$/) })
    const change = (defaults: object, more: Record<string, string> = {}) =>
      hub.json('PATCH', defaultsPath, { key: fixture.key, body: { defaults }, headers: more })
    const etag = headers.get('etag') ?? ''
    expect((await change({ genre: 'jazz' }, { 'if-match': etag })).status).toBe(200)
    expect((await change({ genre: 'rock' }, { 'if-match': etag })).body.error).toBe('precondition_failed')
  })

  it('refuses what is not a part of a release, and contributors that no release could have', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const change = (defaults: object) => hub.json('PATCH', defaultsPath, { key: fixture.key, body: { defaults } })
    const wrong = await change({ cLine: { year: 2026 }, releaseDate: '2027-03-05' })
    expect([wrong.status, wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()]).toEqual([
      422,
      ['/defaults/cLine/text', '/defaults/releaseDate'],
    ])
    const nameless = await change({ contributors: [{ role: 'producer' }] })
    expect(nameless.body.errors).toMatchObject([{ pointer: '/defaults/contributors/0/name', code: 'required' }])
  })

  it('leaves out contributors of new drafts whose party was deleted', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const ada = await createParty(fixture, { name: 'Ada' })
    const cy = await createParty(fixture, { name: 'Cy' })
    const contributors = [ada, cy].map(({ id }) => ({ partyId: id, role: 'producer' as const }))
    await setDefaults(hub, fixture, { contributors })
    const create = async () => {
      const { body } = await createSparse(fixture)
      return [body.filled, body.contributors?.map(({ name }: { name: string }) => name)]
    }
    expect(await create()).toEqual([['contributors'], ['Ada', 'Cy']])
    // A party that a release names cannot be deleted.
    const { body } = await hub.json('GET', '/api/v1/music-distributor/releases', { key: fixture.key })
    await fixture.patch(body.data[0].id, { contributors: null })
    for (const { id } of [ada, cy]) {
      await hub.json('DELETE', `/api/v1/distributor/parties/${id}`, { key: fixture.key })
      expect(await create()).toEqual(id === ada.id ? [['contributors'], ['Cy']] : [undefined, undefined])
      const { body: now } = await hub.json('GET', '/api/v1/music-distributor/releases', { key: fixture.key })
      await fixture.patch(now.data[0].id, { contributors: null })
    }
  })
})
