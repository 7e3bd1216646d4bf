import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { createShelf, openShelf, releasesPath, type Shelf } from '../../harness/releases.ts'

describe('listReleases 400', () => {
  let hub: TestHub
  let shelf: Shelf
  beforeAll(async () => {
    ;({ hub, shelf } = await openShelf())
    await shelf.release()
    await shelf.release()
  })

  it('refuses a cursor of another filter, of another account, and one that was made up', async () => {
    const { body } = await hub.json('GET', `${releasesPath}?limit=1`, { key: shelf.key })
    const cursor: string = body.page.nextCursor
    const other = await createShelf(hub, 'Other Records')
    const cases: [string, string][] = [
      [`?limit=1&status=draft&cursor=${cursor}`, shelf.key],
      [`?limit=1&cursor=${cursor}`, other.key],
      [`?limit=1&cursor=abc`, shelf.key],
    ]
    for (const [query, key] of cases)
      expect(await hub.json('GET', `${releasesPath}${query}`, { key })).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid' },
      })
  })

  it.each([
    ['?status=LIVE', 'status'],
    ['?type=lp', 'type'],
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?updatedSince=yesterday', 'updatedSince'],
    ['?colour=red', 'colour'],
  ])('refuses %s and names the parameter', async (query, pointer) => {
    expect(await hub.json('GET', `${releasesPath}${query}`, { key: shelf.key })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter', errors: [{ pointer }] },
    })
  })
})
