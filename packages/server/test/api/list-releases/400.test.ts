import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('listReleases 400', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
    await fixture.release()
    await fixture.release()
  })

  it('refuses a cursor of another filter, of another account, and one that was made up', async () => {
    const { body } = await hub.json('GET', `${releasesPath}?limit=1`, { key: fixture.key })
    const cursor: string = body.page.nextCursor
    const other = await createReleaseFixture(hub, 'Other Records')
    const cases: [string, string][] = [
      [`?limit=1&status=draft&cursor=${cursor}`, fixture.key],
      [`?limit=1&cursor=${cursor}`, other.key],
      [`?limit=1&cursor=abc`, fixture.key],
    ]
    for (const [query, key] of cases)
      expect(await hub.json('GET', `${releasesPath}${query}`, { key })).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid' },
      })
  })

  it.each([
    ['?status=LIVE', 'status', /^Must be one of `draft`, .+\.$/, 'Did you mean `live`?'],
    ['?type=lp', 'type', 'Must be one of `single`, `ep`, `album`.', 'Use one of the listed values.'],
    ['?limit=0', 'limit', 'Must be at least 1.', undefined],
    ['?limit=101', 'limit', 'Must be at most 100.', undefined],
    ['?limit=many', 'limit', 'Must be a whole number.', undefined],
    ['?limit=1&limit=2', 'limit', 'Must be given only once.', 'Send it only once.'],
    ['?count=yes', 'count', 'Must be true or false.', undefined],
    ['?updatedSince=yesterday', 'updatedSince', 'Must be a valid date and time.', /UTC/],
    ['?lmit=5', 'lmit', 'This operation has no query parameter "lmit".', 'Did you mean `limit`?'],
    ['?colour=red', 'colour', 'This operation has no query parameter "colour".', /^Remove it, or use one of `limit`, /],
  ])('refuses %s, names the parameter and says why', async (query, pointer, detail, fix) => {
    const { status, body } = await hub.json('GET', `${releasesPath}${query}`, { key: fixture.key })
    expect([status, body.error, body.errors.length]).toEqual([400, 'invalid_parameter', 1])
    const [found] = body.errors
    expect(found.pointer).toBe(pointer)
    expect(found.detail).toMatch(detail)
    if (fix === undefined) expect(found.fix).toBeUndefined()
    else expect(found.fix).toMatch(fix)
    expect(body.detail).toBe(`${pointer}: ${found.detail}`)
  })
})
