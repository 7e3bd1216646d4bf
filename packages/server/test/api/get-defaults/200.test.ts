import { describe, expect, it } from 'vitest'
import { defaultsPath, setDefaults } from '../../harness/labels.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('getDefaults 200', () => {
  it('answers the defaults of the account, which are empty at first, with a tag that changes with them', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const other = await createReleaseFixture(hub, 'Other')
    const get = (key = fixture.key, headers: Record<string, string> = {}) =>
      hub.json('GET', defaultsPath, { key, headers })
    const first = await get()
    expect([first.status, first.body]).toEqual([200, { defaults: {}, updatedAt: null }])
    const etag = first.headers.get('etag') ?? ''
    expect((await get(fixture.key, { 'if-none-match': etag })).status).toBe(304)
    await setDefaults(hub, fixture, { label: 'Blue Lamp' })
    expect((await get(fixture.key, { 'if-none-match': etag })).body).toEqual({
      defaults: { label: 'Blue Lamp' },
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect((await get(other.key)).body.defaults).toEqual({})
  })
})
