import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

/** Pages stay in memory until their client has read them, so they must not grow with the data of releases. */
describe('pages of large releases', () => {
  const budget = 4 * 1024 * 1024
  const trackCount = 500
  const count = 12
  let hub: TestHub
  let fixture: ReleaseFixture
  let key: string
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub())
    key = await fixture.account.key(['music:read', 'catalog:read'])
    const uploadId = await fixture.audio()
    const tracks = Array.from({ length: trackCount }, (_, index) => ({
      title: `${index} ${'é'.repeat(490)}`,
      uploadId,
    }))
    const { body } = await fixture.post(releasesPath, { title: 'Large', type: 'album', label: 'L'.repeat(200), tracks })
    for (let copy = 1; copy < count; copy++) await fixture.act(body.id, 'clone')
  })

  async function readAll(path: string, idsOf: (body: string) => string[]): Promise<{ ids: string[]; largest: number }> {
    const ids: string[] = []
    let largest = 0
    let next: string | undefined = path
    while (next !== undefined) {
      const response = await hub.request(next, { headers: { 'x-api-key': key } })
      expect(response.status).toBe(200)
      const text = await response.text()
      largest = Math.max(largest, Buffer.byteLength(text))
      ids.push(...idsOf(text))
      const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      next = link?.replace(hub.url, '')
    }
    return { ids, largest }
  }
  const ofJson = (text: string) => JSON.parse(text).data.map(({ id }: { id: string }) => id)
  const ofLines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id)
  const ofCsv = (text: string) => [...new Set(text.match(/^"rel_\w+"/gm))]

  it.each<[string, (text: string) => string[]]>([
    [`${releasesPath}?limit=100`, ofJson],
    [`${releasesPath}?limit=100&query=large`, ofJson],
    ['/api/v1/distributor/catalog?limit=100&include=tracks', ofJson],
    ['/api/v1/distributor/catalog?limit=100&include=tracks&query=large', ofJson],
    ['/api/v1/distributor/catalog?limit=100&include=tracks&updatedSince=2020-01-01T00:00:00Z', ofJson],
    ['/api/v1/distributor/catalog?limit=100&include=tracks&format=ndjson', ofLines],
    ['/api/v1/distributor/catalog?limit=100&include=tracks&format=csv', ofCsv],
  ])('end early at the byte budget and lose nothing: %s', async (path, idsOf) => {
    const { ids, largest } = await readAll(path, idsOf)
    expect(new Set(ids).size).toBe(count)
    expect(ids).toHaveLength(count)
    expect(largest).toBeLessThan(budget * 1.1)
    expect(largest).toBeGreaterThan(budget / 4)
  })
})

describe('a search in many releases', () => {
  it('finds words of the newest and of the oldest releases, a page at a time, newest first', async () => {
    const { hub, fixture } = await openReleaseHub()
    const { accountId } = fixture.account
    const id = (number: number): string => `rel_${String(number).padStart(26, '0')}`
    const system = hub.opened.database.system
    await system.execute(
      `insert into releases (account_id, id, type, title, document, track_count)
       select $1, 'rel_' || lpad(g::text, 26, '0'), 'single', 'T', '{}', 1 from generate_series(1, 600) g`,
      [accountId],
    )
    await system.execute(
      `insert into release_search (owner_id, release_id, search)
       select $1, 'rel_' || lpad(g::text, 26, '0'), array_to_tsvector(array[$1 || ':all', $1 || case when g % 100 = 1 then ':rare' else ':x' end])
       from generate_series(1, 600) g`,
      [accountId],
    )
    const ids = async (query: string): Promise<string[]> => {
      const found: string[] = []
      let cursor: string | null = null
      do {
        const { body } = await hub.json(
          'GET',
          `${releasesPath}?${query}${cursor === null ? '' : `&cursor=${cursor}`}`,
          { key: fixture.key },
        )
        found.push(...body.data.map((item: { id: string }) => item.id))
        cursor = body.page.nextCursor
      } while (cursor !== null)
      return found
    }
    expect(await ids('query=rare&limit=4')).toEqual([501, 401, 301, 201, 101, 1].map(id))
    expect(await ids('query=all&limit=100')).toEqual(Array.from({ length: 600 }, (_, index) => id(600 - index)))
    expect(await ids('query=all%20rare&status=draft&limit=3')).toEqual([501, 401, 301, 201, 101, 1].map(id))
    expect(await ids('query=none')).toEqual([])
  })
})
