import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('listReference 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })
  const get = (list: string, headers: Record<string, string> = {}) =>
    hub.json('GET', `/api/v1/music-distributor/reference/${list}`, { key: fixture.key, headers })

  it.each([
    ['genres', 'pop'],
    ['languages', 'de'],
    ['territories', 'FR'],
    ['roles', 'main_artist'],
  ])('lists %s', async (list, code) => {
    const { status, body } = await get(list)
    expect(status).toBe(200)
    const codes = body.data.map((entry: { code: string }) => entry.code)
    expect(codes).toContain(code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('names each code for people', async () => {
    expect((await get('territories')).body.data).toContainEqual({ code: 'FR', name: 'France' })
    expect((await get('languages')).body.data).toContainEqual({ code: 'de', name: 'German' })
  })

  it('has a tag, and answers 304 to who has the list', async () => {
    const etag = (await get('roles')).headers.get('etag') ?? ''
    expect(await get('roles', { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' })
    expect((await get('genres', { 'if-none-match': etag })).status).toBe(200)
  })
})
