import { describe, expect, it } from 'vitest'
import { createLabel, labelsPath } from '../../harness/labels.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('getLabel 200', () => {
  it('answers the label with a tag that changes with it', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const label = await createLabel(fixture, { name: 'Blue Lamp', defaults: { genre: 'jazz' } })
    const get = (headers: Record<string, string> = {}) =>
      hub.json('GET', `${labelsPath}/${label.id}`, { key: fixture.key, headers })
    const first = await get()
    expect([first.status, first.body]).toEqual([200, label])
    const etag = first.headers.get('etag') ?? ''
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
    await hub.json('PATCH', `${labelsPath}/${label.id}`, { key: fixture.key, body: { name: 'Red Lamp' } })
    expect((await get({ 'if-none-match': etag })).body.name).toBe('Red Lamp')
  })
})
