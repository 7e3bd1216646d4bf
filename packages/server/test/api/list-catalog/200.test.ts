import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { createLiveRelease, type LiveRelease } from '../../harness/live-releases.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/catalog'

describe('listCatalog 200', () => {
  let hub: TestHub
  let account: TestAccount
  let key: string
  let night: LiveRelease
  let legacy: LiveRelease
  let draft: LiveRelease
  const list = (query = '') => hub.json('GET', `${path}?${query}`, { key })
  const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)
  const change = (text: string, id: string) =>
    hub.opened.database.tenant(account.accountId).execute(`${text} where account_id = $1 and id = $2`, [id])

  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
    key = await account.key(['catalog:read'])
    const { accountId } = account
    night = await createLiveRelease(hub, {
      accountId,
      properties: ['site-a'],
      trackTitles: ['Intro', 'Outro'],
      isrcs: ['ZZABC2600001', 'ZZABC2600002'],
      gtin14: '00200000000011',
    })
    legacy = await createLiveRelease(hub, { accountId, properties: ['site-b'], title: '=cmd|calc', legacy: true })
    draft = await createLiveRelease(hub, { accountId, title: 'Söme "Draft", unfinished' })
    await change(`update releases set territories = '{"mode":"include","codes":["DE","FR"]}'`, legacy.releaseId)
    await change(
      `update releases set territories = '{"mode":"exclude","codes":["DE"]}', display_artist = 'Bea', type = 'album',
              label = 'Other Label', release_date = '2026-09-01'`,
      draft.releaseId,
    )
    const found: readonly (readonly [release: LiveRelease, words: readonly string[]])[] = [
      [draft, ['some', 'draft']],
      [night, ['#200000000011', '#zzabc2600001']],
    ]
    for (const [{ releaseId }, words] of found)
      await hub.opened.database
        .tenant(accountId)
        .execute(
          'insert into release_search (owner_id, release_id, search) values ($1, $2, array_to_tsvector($3::text[]))',
          [releaseId, words.map((word) => `${accountId}:${word}`)],
        )
  })

  it('lists both families, newest first, in one shape', async () => {
    const { status, body, headers } = await list('count=true')
    expect(status).toBe(200)
    expect(idsOf(body)).toEqual([draft.releaseId, legacy.releaseId, night.releaseId])
    expect(body.page).toEqual({ limit: 20, nextCursor: null, hasMore: false, total: 3 })
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const { createdAt, updatedAt, ...item } = body.data[2]
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(updatedAt >= createdAt).toBe(true)
    expect(item).toEqual({
      id: night.releaseId,
      deleted: false,
      type: 'ep',
      title: 'Night Drive',
      displayArtist: 'Ada',
      label: 'Test Records',
      upc: '200000000011',
      status: 'live',
      releaseDate: '2026-01-01',
      trackCount: 2,
      durationMs: 360_000,
      explicit: null,
      territories: { mode: 'worldwide' },
      coverUploadId: null,
      deliverySummary: { total: 0, live: 0, scheduled: 0, failed: 0, pending: 0, refusedTracks: 0 },
      validation: { errors: 0, warnings: 0, checkedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      pendingRevision: null,
      legacy: false,
    })
  })

  it('adds tracks and deliveries when they are asked for', async () => {
    const { body } = await list('include=tracks,deliveries')
    expect(body.data[2].tracks).toEqual([
      { id: night.trackIds[0], disc: 1, number: 1, title: 'Intro', isrc: 'ZZABC2600001', durationMs: 180_000 },
      { id: night.trackIds[1], disc: 1, number: 2, title: 'Outro', isrc: 'ZZABC2600002', durationMs: 180_000 },
    ])
    expect(body.data[2].deliveries).toMatchObject([
      { outlet: 'site-a', kind: 'property', status: 'live', liveAt: '2026-01-01T00:00:00.000Z' },
    ])
    expect(body.data[0].deliveries).toEqual([])
  })

  it.each([
    ['query=SOME dra', ['draft']],
    ['query=nothing', []],
    ['type=album', ['draft']],
    ['status=live', ['legacy', 'night']],
    ['status=draft', ['draft']],
    ['upc=0200000000011', ['night']],
    ['upc=not-one', []],
    ['query=0200000000011', ['night']],
    ['query=2%2000000-00001%201', ['night']],
    ['isrc=zz-abc-26-00002', ['night']],
    ['isrc=nonsense', []],
    ['artist=be', ['draft']],
    ['label=other', ['draft']],
    ['deliveredTo=site-b', ['legacy']],
    ['deliveredTo=sandbox', []],
    ['territory=DE', ['legacy', 'night']],
    ['territory=US', ['draft', 'night']],
    ['releasedFrom=2026-02-01', ['draft']],
    ['releasedTo=2026-08-31', ['legacy', 'night']],
    ['releasedFrom=2026-01-01&releasedTo=2026-01-01&status=live&artist=ADA', ['legacy', 'night']],
    ['artist=%25', []],
  ])('filters by %s', async (query, expected) => {
    const { status, body } = await list(query)
    const names = new Map([
      [night.releaseId, 'night'],
      [legacy.releaseId, 'legacy'],
      [draft.releaseId, 'draft'],
    ])
    expect(status).toBe(200)
    expect(idsOf(body).map((id) => names.get(id))).toEqual(expected)
  })

  it.each([
    ['title', ['legacy', 'night', 'draft']],
    ['releaseDate', ['draft', 'legacy', 'night']],
    ['createdAt', ['draft', 'legacy', 'night']],
  ])('sorts by %s, page by page', async (sort, expected) => {
    const names = new Map([
      [night.releaseId, 'night'],
      [legacy.releaseId, 'legacy'],
      [draft.releaseId, 'draft'],
    ])
    const found: (string | undefined)[] = []
    let cursor = ''
    do {
      const { body } = await list(`sort=${sort}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      found.push(...idsOf(body).map((id) => names.get(id)))
      cursor = body.page.nextCursor ?? ''
    } while (cursor !== '')
    expect(found).toEqual(expected)
  })

  it('answers the releases that are named, and no other', async () => {
    const { body } = await list(`ids=${night.releaseId},${draft.releaseId},rel_00000000000000000000000000`)
    expect(idsOf(body)).toEqual([draft.releaseId, night.releaseId])
  })

  it('sorts what a search finds, and by the last change', async () => {
    await change(`update releases set label = 'Test Records'`, night.releaseId)
    expect(idsOf((await list('sort=updatedAt&limit=1')).body)).toEqual([night.releaseId])
    expect(idsOf((await list('sort=title&query=draft')).body)).toEqual([draft.releaseId])
    const first = await list('sort=title&limit=1')
    const other = await list(`sort=releaseDate&limit=1&cursor=${first.body.page.nextCursor}`)
    expect(other.body.error).toBe('cursor_invalid')
  })

  it('has the counts of the last check, and the revision that waits', async () => {
    await change(`update releases set errors = 2, warnings = 3, revision = 4, submitted_revision = 3`, night.releaseId)
    const { body } = await list('limit=3')
    expect(body.data[2]).toMatchObject({ validation: { errors: 2, warnings: 3 }, pendingRevision: 4 })
    await change(`update releases set errors = 0, warnings = 0, revision = 3`, night.releaseId)
    expect((await list('limit=3')).body.data[2].pendingRevision).toBeNull()
  })

  it('pages through everything, with Link', async () => {
    const first = await list('limit=2')
    expect(first.body.page.hasMore).toBe(true)
    expect(first.headers.get('link')).toBe(
      `<${hub.url}${path}?limit=2&cursor=${first.body.page.nextCursor}>; rel="next"`,
    )
    const second = await list(`limit=2&cursor=${first.body.page.nextCursor}`)
    expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual([draft.releaseId, legacy.releaseId, night.releaseId])
    expect(second.headers.get('link')).toBeNull()
  })

  it('answers 304 while nothing has changed', async () => {
    const { headers } = await list()
    const etag = headers.get('etag') ?? ''
    const again = await hub.json('GET', path, { key, headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    await change('update releases set explicit = null', night.releaseId)
    expect((await hub.json('GET', path, { key, headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it.each([
    ['text/csv', '', 'text/csv; charset=utf-8'],
    ['application/json;q=0.5, text/csv', '', 'text/csv; charset=utf-8'],
    ['application/x-ndjson', '', 'application/x-ndjson; charset=utf-8'],
    ['text/html, */*;q=0.8', '', 'application/json; charset=utf-8'],
    ['image/png', '', 'application/json; charset=utf-8'],
    ['text/csv', '?format=json', 'application/json; charset=utf-8'],
  ])('answers a client that accepts %s (%s) with %s', async (accept, query, mediaType) => {
    const { headers } = await hub.json('GET', `${path}${query}`, { key, headers: { accept } })
    expect([headers.get('content-type'), headers.get('vary')]).toEqual([mediaType, 'accept'])
  })

  it('answers CSV that no spreadsheet takes for formulas, one line for each track when asked', async () => {
    const { headers, body } = await list('format=csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = body.split('\r\n')
    expect(lines[0]).toBe(
      'id,deleted,status,type,title,displayArtist,label,upc,releaseDate,trackCount,durationMs,explicit,territories,deliveriesTotal,deliveriesLive,deliveriesFailed,deliveriesPending,legacy,createdAt,updatedAt,trackId,disc,number,trackTitle,isrc,trackDurationMs,deliveriesScheduled',
    )
    expect(lines[1]).toMatch(
      new RegExp(
        `^"${draft.releaseId}",false,"draft","album","Söme ""Draft"", unfinished","Bea","Other Label",,"2026-09-01",1,180000,,"exclude DE",0,0,0,0,false,[^,]+,[^,]+,,,,,,,0$`,
      ),
    )
    expect(lines[2]).toContain(',"\'=cmd|calc","Ada",')
    const tracks = await list('format=csv&include=tracks')
    expect(tracks.body.split('\r\n')).toHaveLength(6)
    expect(tracks.body).toContain(`,"${night.trackIds[1]}",1,2,"Outro","ZZABC2600002",180000,0\r\n`)
  })

  it('answers NDJSON, a page at a time', async () => {
    const { headers, body } = await list('format=ndjson&limit=2')
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(headers.get('link')).toContain('rel="next"')
    const lines = body
      .trimEnd()
      .split('\n')
      .map((line: string) => JSON.parse(line))
    expect(lines.map(({ id }: { id: string }) => id)).toEqual([draft.releaseId, legacy.releaseId])
  })

  it('lets a mirror follow by polling: oldest change first, with tombstones', async () => {
    const other = await createTestAccount(hub, 'Mirrored Records')
    const otherKey = await other.key()
    const releases: LiveRelease[] = []
    for (let index = 0; index < 5; index++) releases.push(await createLiveRelease(hub, { accountId: other.accountId }))
    const database = hub.opened.database.tenant(other.accountId)
    const mirror = new Set<string>()
    let newest = '2000-01-01T00:00:00.000Z'
    const follow = async () => {
      const since = new Date(Date.parse(newest) - 60_000).toISOString()
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { body } = await hub.json('GET', `${path}?updatedSince=${since}&limit=2${page}`, { key: otherKey })
        for (const item of body.data) {
          if (item.deleted) mirror.delete(item.id)
          else mirror.add(item.id)
          newest = item.updatedAt
        }
        cursor = body.page.nextCursor
      }
    }
    await follow()
    expect([...mirror].sort()).toEqual(releases.map(({ releaseId }) => releaseId).sort())
    await database.execute(`update releases set deleted_at = now() where account_id = $1 and id = $2`, [
      releases[1]?.releaseId ?? '',
    ])
    const added = await createLiveRelease(hub, { accountId: other.accountId })
    await follow()
    expect([...mirror].sort()).toEqual(
      [...releases.map(({ releaseId }) => releaseId).filter((_, index) => index !== 1), added.releaseId].sort(),
    )
    // Without updatedSince, deleted items are left out.
    const { body } = await hub.json('GET', path, { key: otherKey })
    expect(idsOf(body)).not.toContain(releases[1]?.releaseId)
    const gone = await hub.json('GET', `${path}/${releases[1]?.releaseId}`, { key: otherKey })
    expect(gone.status).toBe(404)
  })

  it('shows nothing of another account, by no filter', async () => {
    const other = await createTestAccount(hub, 'Nosy Records')
    const otherKey = await other.key()
    for (const query of [
      '',
      'query=draft',
      'upc=200000000011',
      'isrc=ZZABC2600001',
      'updatedSince=2000-01-01T00:00:00Z',
    ]) {
      const { body } = await hub.json('GET', `${path}?count=true&${query}`, { key: otherKey })
      expect(body).toEqual({ data: [], page: { limit: 20, nextCursor: null, hasMore: false, total: 0 } })
    }
  })
})
