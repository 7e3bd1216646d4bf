import { describe, expect, it } from 'vitest'
import { createLabel, createSparse, labelsPath } from '../../harness/labels.ts'
import { openReleaseHub } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('updateLabel 200', () => {
  it('changes what is given, and replaces defaults whole', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const { id } = await createLabel(fixture, { name: 'Blue Lamp', defaults: { genre: 'jazz', language: 'en' } })
    const patch = (body: object, headers: Record<string, string> = {}) =>
      hub.json('PATCH', `${labelsPath}/${id}`, { key: fixture.key, body, headers })
    const changed = await patch({ defaults: { pLine: { text: 'Blue Lamp' } } })
    expect([changed.status, changed.body.name, changed.body.defaults]).toEqual([
      200,
      'Blue Lamp',
      { pLine: { text: 'Blue Lamp' } },
    ])
    expect((await patch({ name: 'Red Lamp' })).body).toMatchObject({
      name: 'Red Lamp',
      defaults: { pLine: { text: 'Blue Lamp' } },
    })
    const refused = await patch({ defaults: { contributors: [{ role: 'producer' }] } })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/defaults/contributors/0/name'])
    const late = await patch({ name: 'Late' }, { 'if-match': changed.headers.get('etag') ?? '' })
    expect([late.status, late.body.error]).toEqual([412, 'precondition_failed'])
  })

  it('sets and removes an allowed prefix and range, and refuses another', async () => {
    // Among all accounts of a hub, one may have a code.
    const { hub, fixture } = await openReleaseHub()
    const codes = { isrcPrefix: 'QZABC', upcRange: '0614141' }
    await hub.hub.releases.allowedCodes.allow(fixture.account.accountId, codes)
    const { id } = await createLabel(fixture, { name: 'Blue Lamp' })
    const patch = async (body: object) => {
      const answer = await hub.json('PATCH', `${labelsPath}/${id}`, { key: fixture.key, body })
      return [answer.status, answer.body.isrcPrefix, answer.body.upcRange]
    }
    expect(await patch(codes)).toEqual([200, 'QZABC', '0614141'])
    expect(await patch({ name: 'Red Lamp' })).toEqual([200, 'QZABC', '0614141'])
    expect(await patch({ upcRange: '4006381' })).toEqual([422, undefined, undefined])
    expect(await patch({ isrcPrefix: null })).toEqual([200, null, '0614141'])
    expect(await patch({ upcRange: null })).toEqual([200, null, null])
  })

  it('changes no release that exists, with a new name or with other defaults', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const { id } = await createLabel(fixture, { name: 'Blue Lamp', defaults: { genre: 'jazz' } })
    const { body: before } = await createSparse(fixture, { label: 'blue lamp' })
    expect(before).toMatchObject({ label: 'blue lamp', genre: 'jazz' })
    await hub.json('PATCH', `${labelsPath}/${id}`, {
      key: fixture.key,
      body: { name: 'Red Lamp', defaults: { genre: 'rock', language: 'en' } },
    })
    const { filled: _filled, ...release } = before
    expect((await fixture.get(before.id)).body).toEqual(release)
    expect((await fixture.patch(before.id, { title: 'Day Drive' })).body).toMatchObject({ genre: 'jazz' })
    expect((await fixture.get(before.id)).body).not.toHaveProperty('language')
    expect((await createSparse(fixture, { label: 'Blue Lamp' })).body.filled).toBeUndefined()
    expect((await createSparse(fixture, { label: 'Red Lamp' })).body.filled).toEqual(['genre', 'language'])
  })
})
