import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { createLabel, createSparse, setDefaults } from '../harness/labels.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { sharedReleaseHub } from '../harness/shared-hub.ts'

/** New drafts take from label and account what they leave out. */
describe('a new draft', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
    await setDefaults(hub, fixture, {
      label: 'Blue Lamp',
      genre: 'electronic',
      subgenre: 'house',
      language: 'en',
      cLine: { text: 'Ada' },
      trackDefaults: { composition: 'original', containsSamples: false },
    })
    const defaults = { genre: 'jazz', pLine: { text: 'Blue Lamp' }, trackDefaults: { containsSamples: true } }
    await createLabel(fixture, { name: 'Blue Lamp', defaults })
  })

  it('takes the defaults of its label first, then those of the account, and the answer and the event name them', async () => {
    const { status, body } = await createSparse(fixture, { releaseDate: '2027-03-05' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      label: 'Blue Lamp',
      genre: 'jazz',
      language: 'en',
      pLine: { year: 2027, text: 'Blue Lamp' },
      cLine: { year: 2027, text: 'Ada' },
      tracks: [{ composition: 'original', containsSamples: true }],
    })
    expect(body).not.toHaveProperty('subgenre')
    const filled = ['cLine', 'genre', 'label', 'language', 'pLine']
    const all = [...filled, 'trackDefaults.composition', 'trackDefaults.containsSamples']
    expect(body.filled).toEqual(all)
    const [event] = (await fixture.events(body.id)).body.data
    expect([event.type, event.data]).toEqual(['release.created', { filled: all }])
    const { filled: _filled, ...release } = body
    expect((await fixture.get(body.id)).body).toEqual(release)
    const check = await fixture.act(body.id, 'validate')
    expect(check.body.findings).toEqual(body.findings)
  })

  it('keeps every value that it was given', async () => {
    const given = { label: 'Other', genre: 'rock', language: 'fr', cLine: { year: 1999, text: 'Bo' } }
    const track = { composition: 'cover', containsSamples: false }
    const { body } = await createSparse(fixture, given, track)
    expect(body).toMatchObject({ ...given, tracks: [track] })
    expect(body).not.toHaveProperty('filled')
    expect(body).not.toHaveProperty('subgenre')
  })

  it('stays as it is written with `defaults: false`', async () => {
    const { body } = await createSparse(fixture, { defaults: false })
    for (const member of ['filled', 'label', 'genre', 'defaults']) expect(body).not.toHaveProperty(member)
    expect(body.tracks[0]).not.toHaveProperty('composition')
  })

  it('is answered in the same way when the request is repeated after the defaults changed', async () => {
    const other = await createReleaseFixture(hub, 'Repeating')
    await setDefaults(hub, other, { genre: 'jazz' })
    const request = { title: 'Once', type: 'single', tracks: [{ title: 'Intro', uploadId: await other.audio() }] }
    const send = () => other.post(releasesPath, request, { 'idempotency-key': 'once' })
    const first = await send()
    await setDefaults(hub, other, { genre: 'rock', language: 'en' })
    const second = await send()
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(second.body.filled).toEqual(['genre'])
  })

  it('is filled no more: changes and copies leave open what they leave open', async () => {
    const { body } = await createSparse(fixture, { releaseDate: '2027-03-05' })
    const changed = await fixture.patch(body.id, { genre: null, label: null })
    expect(changed.body).not.toHaveProperty('genre')
    const copy = await fixture.act(body.id, 'clone')
    expect(copy.status).toBe(201)
    expect(copy.body).not.toHaveProperty('genre')
    expect(copy.body).not.toHaveProperty('filled')
  })

  it('takes nothing from another account', async () => {
    const other = await createReleaseFixture(hub, 'Other')
    expect((await createSparse(other, { label: 'Blue Lamp' })).body).not.toHaveProperty('filled')
  })

  it('is refused as a whole if `submit` finds errors, also with defaults', async () => {
    const { status, body } = await createSparse(fixture, { submit: true })
    expect([status, body.error]).toEqual([422, 'findings_block'])
  })
})
