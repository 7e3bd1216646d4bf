import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('getRelease 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it('answers everything that was handed in, and only the composed artist with it', async () => {
    const body = await fixture.body({ metadata: { mood: 'blue' }, outlets: ['sandbox'], timeZone: 'Europe/Berlin' }, 2)
    const { body: created } = await fixture.post(releasesPath, body)
    const { body: read } = await fixture.get(created.id)
    expect(read).toMatchObject(body)
    expect(read).not.toHaveProperty('subtitle')
    expect(read.displayArtist, 'composed').toBe('Ada')
  })

  it('names the artist as lists do, and composes the name again when the artists change', async () => {
    const artist = (name: string) => ({ name, role: 'main_artist' })
    const body = await fixture.body({ title: 'One Shape', contributors: [artist('Mia Blue')] })
    const { body: created } = await fixture.post(releasesPath, body)
    const { body: read } = await fixture.get(created.id)
    const { body: listed } = await hub.json('GET', `${releasesPath}?query=One+Shape`, { key: fixture.key })
    expect([created.displayArtist, read.displayArtist, listed.data[0].displayArtist]).toEqual([
      'Mia Blue',
      'Mia Blue',
      'Mia Blue',
    ])
    // A client sends back all that it read, with one more artist.
    const patch = { displayArtist: read.displayArtist, contributors: [artist('Mia Blue'), artist('Ada Red')] }
    const changed = await hub.json('PATCH', `${releasesPath}/${created.id}`, { key: fixture.key, body: patch })
    expect(changed).toMatchObject({ status: 200, body: { displayArtist: 'Mia Blue & Ada Red' } })
    const named = await hub.json('PATCH', `${releasesPath}/${created.id}`, {
      key: fixture.key,
      body: { displayArtist: 'The Blues' },
    })
    expect(named.body.displayArtist).toBe('The Blues')
  })

  it('answers 304 until something changes, and HEAD like GET', async () => {
    const { body, headers } = await fixture.release()
    const path = `${releasesPath}/${body.id}`
    const etag = headers.get('etag') ?? ''
    const same = await hub.json('GET', path, { key: fixture.key, headers: { 'if-none-match': etag } })
    expect(same).toMatchObject({ status: 304, body: '' })
    const head = await hub.request(path, { method: 'HEAD', headers: { 'x-api-key': fixture.key } })
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
    await fixture.act(body.id, 'submit')
    const changed = await hub.json('GET', path, { key: fixture.key, headers: { 'if-none-match': etag } })
    expect(changed).toMatchObject({ status: 200, body: { status: 'delivering', revision: 1 } })
    expect(changed.headers.get('etag')).not.toBe(etag)
  })
})
