import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { gtin13 } from '../../harness/release-metadata.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('listReleases 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  const ids: string[] = []
  const list = async (query = '') => (await hub.json('GET', `${releasesPath}${query}`, { key: fixture.key })).body
  const titles = async (query: string) => (await list(query)).data.map(({ title }: { title: string }) => title)

  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
    const other = await createReleaseFixture(hub, 'Other Records')
    await other.release({ title: 'Night Drive of others' })
    const wishes = [
      { title: 'Café Noir', type: 'single' },
      { title: 'AC/DC Tribute', type: 'ep', label: 'Grün & Söhne' },
      { title: '夜のドライブ', type: 'album', upc: gtin13(777) },
      { title: 'Last One', type: 'single', displayArtist: 'The 2.0s' },
    ]
    for (const wish of wishes) ids.push((await fixture.release(wish, 2)).body.id)
  })

  it('shows releases with their tracks, newest first', async () => {
    const { data, page } = await list()
    expect(data.map(({ id }: { id: string }) => id)).toEqual([...ids].reverse())
    expect(page).toEqual({ limit: 20, nextCursor: null, hasMore: false })
    const { body: release } = await fixture.get(ids[0] ?? '')
    expect(data.at(-1)).toEqual({
      id: ids[0],
      type: 'single',
      title: 'Café Noir',
      displayArtist: 'Ada',
      label: 'Blue Lamp',
      upc: release.upc,
      status: 'draft',
      releaseDate: '2026-05-01',
      trackCount: 2,
      durationMs: 360_000,
      explicit: 'not_explicit',
      territories: { mode: 'worldwide' },
      coverUploadId: release.coverUploadId,
      deliverySummary: { total: 0, live: 0, scheduled: 0, failed: 0, pending: 0, refusedTracks: 0 },
      tracks: release.tracks.map((track: Record<string, unknown>) => ({
        id: track.id,
        number: track.number,
        title: track.title,
        isrc: track.isrc,
        durationMs: 180_000,
        uploadId: track.uploadId,
      })),
      validation: { errors: 0, warnings: release.validation.warnings, checkedAt: release.validation.checkedAt },
      pendingRevision: null,
      legacy: false,
      createdAt: release.createdAt,
      updatedAt: release.updatedAt,
    })
  })

  it('sorts by title without case, a page at a time', async () => {
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data, page } = await list(`?sort=title&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      found.push(...data.map(({ title }: { title: string }) => title))
      cursor = page.nextCursor
    }
    expect(found).toEqual(['AC/DC Tribute', 'Café Noir', 'Last One', '夜のドライブ'])
  })

  it('pages without gaps or repeats while releases are added', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '?limit=3&count=true' : `?limit=3&count=true&cursor=${cursor}`
      const { data, page } = await list(query)
      expect(page.total).toBeGreaterThanOrEqual(4)
      seen.push(...data.map(({ id }: { id: string }) => id))
      cursor = page.nextCursor
      expect(page.hasMore).toBe(cursor !== null)
      await fixture.release({ title: 'Meanwhile' })
    } while (cursor !== null)
    expect(seen.slice(-4)).toEqual([...ids].reverse())
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('links to the next page', async () => {
    const answer = await hub.request(`${releasesPath}?limit=1&status=draft`, { headers: { 'x-api-key': fixture.key } })
    const { page } = (await answer.json()) as { page: { nextCursor: string } }
    expect(answer.headers.get('link')).toBe(
      `<${hub.url}${releasesPath}?limit=1&status=draft&cursor=${page.nextCursor}>; rel="next"`,
    )
  })

  it('finds words by their beginning, ignoring case and accents', async () => {
    expect(await titles('?query=cafe')).toEqual(['Café Noir'])
    expect(await titles('?query=NOI+caf%C3%A9')).toEqual(['Café Noir'])
    expect(await titles('?query=dc')).toEqual(['AC/DC Tribute'])
    expect(await titles('?query=sohne')).toEqual(['AC/DC Tribute'])
    expect(await titles(`?query=${encodeURIComponent('夜の')}`)).toEqual(['夜のドライブ'])
    expect(await titles('?query=2.0s')).toEqual(['Last One'])
    for (const nothing of ['!!!', "':*", 'afe', "x'|'y", 'q\\'])
      expect(await titles(`?query=${encodeURIComponent(nothing)}`)).toEqual([])
  })

  it('filters by type, status, UPC and ISRC in any writing', async () => {
    expect(await titles('?type=album')).toEqual(['夜のドライブ'])
    expect(await titles('?status=live')).toEqual([])
    expect(await titles(`?upc=0${gtin13(777)}`)).toEqual(['夜のドライブ'])
    expect(await titles(`?query=0${gtin13(777)}`)).toEqual(['夜のドライブ'])
    expect(await titles('?upc=nothing')).toEqual([])
    const { body } = await fixture.get(ids[1] ?? '')
    const isrc: string = body.tracks[1].isrc
    expect(await titles(`?isrc=${isrc.slice(0, 2)}-${isrc.slice(2, 5)}-${isrc.slice(5, 7)}-${isrc.slice(7)}`)).toEqual([
      'AC/DC Tribute',
    ])
    expect(await titles('?isrc=ZZABC9999999')).toEqual([])
  })

  it('finds what changed since an instant', async () => {
    const { body } = await fixture.patch(ids[2] ?? '', { label: 'New Label' })
    expect(await titles(`?updatedSince=${body.updatedAt}&type=album`)).toEqual(['夜のドライブ'])
    expect(await titles(`?updatedSince=2099-01-01T00:00:00.000Z`)).toEqual([])
  })
})
