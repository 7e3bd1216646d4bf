import type { Party } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { createParty, credit, partiesPath } from '../../harness/parties.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const writer = { name: 'Grace Hopper', role: 'composer' }

describe('listPartyReleases 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  const list = async (id: string, query = '') =>
    (await hub.json('GET', `${partiesPath}/${id}/releases${query}`, { key: fixture.key })).body
  const get = async (id: string): Promise<Party> =>
    (await hub.json('GET', `${partiesPath}/${id}`, { key: fixture.key })).body

  it('answers the roles on the release and on each track; a track without contributors has those of the release', async () => {
    const party = await createParty(fixture, { name: 'Ada' })
    const body = await fixture.body(
      { contributors: [credit(party, 'main_artist'), writer], releaseDate: '2027-03-01' },
      3,
    )
    const [first, second, third] = body.tracks
    const tracks = [
      first,
      { ...second, contributors: [writer, credit(party, 'producer'), credit(party, 'mixer')] },
      { ...third, contributors: [writer] },
    ]
    const { body: release } = await fixture.post(releasesPath, { ...body, tracks })
    const { data, page } = await list(party.id, '?count=true')
    const toTrack = (index: number, roles: readonly string[]) => ({
      trackId: release.tracks[index].id,
      title: `Song ${index + 1}`,
      isrc: release.tracks[index].isrc,
      roles,
    })
    expect(data).toEqual([
      {
        releaseId: release.id,
        title: release.title,
        status: 'draft',
        releaseDate: '2027-03-01',
        roles: ['main_artist'],
        tracks: [toTrack(0, ['main_artist']), toTrack(1, ['producer', 'mixer'])],
      },
    ])
    expect(page).toEqual({ limit: 20, nextCursor: null, hasMore: false, total: 1 })
  })

  it('answers the newest release first, in pages, without deleted ones and those that no longer name the party', async () => {
    const party = await createParty(fixture, { name: 'Cy' })
    const contributors = [credit(party, 'main_artist'), writer]
    const ids: string[] = []
    for (let number = 0; number < 5; number++) ids.push((await fixture.release({ contributors })).body.id)
    await hub.json('DELETE', `${releasesPath}/${ids[1]}`, { key: fixture.key })
    await fixture.patch(ids[3] ?? '', { contributors: [{ name: 'Cy', role: 'main_artist' }, writer] })
    const first = await list(party.id, '?limit=2&count=true')
    expect(first.data.map(({ releaseId }: { releaseId: string }) => releaseId)).toEqual([ids[4], ids[2]])
    expect([first.page.hasMore, first.page.total]).toEqual([true, 3])
    const second = await list(party.id, `?limit=2&cursor=${first.page.nextCursor}`)
    expect(second.data.map(({ releaseId }: { releaseId: string }) => releaseId)).toEqual([ids[0]])
    expect(second.page.hasMore).toBe(false)
  })

  it('has the numbers of releases, tracks and recordings in the party', async () => {
    const party = await createParty(fixture, { name: 'Di' })
    const contributors = [credit(party, 'main_artist'), writer]
    const body = await fixture.body({ contributors }, 3)
    const bare = body.tracks.map(({ contributors: _own, ...track }) => track)
    await fixture.post(releasesPath, { ...body, tracks: [bare[0], bare[1], { ...bare[2], contributors: [writer] }] })
    const second = await fixture.body({ contributors }, 2)
    const isrc = body.tracks[0]?.isrc
    const again = second.tracks.map(({ contributors: _own, ...track }, index) =>
      index === 0 ? { ...track, isrc } : track,
    )
    const { body: release } = await fixture.post(releasesPath, { ...second, tracks: again })
    expect(await get(party.id)).toMatchObject({ releaseCount: 2, trackCount: 4, recordingCount: 3 })
    await fixture.patch(release.id, { tracks: [{ ...release.tracks[0] }] })
    expect(await get(party.id)).toMatchObject({ releaseCount: 2, trackCount: 3, recordingCount: 2 })
  })

  it('shows nothing of another account', async () => {
    const other = await createReleaseFixture(hub, 'Others')
    const theirs = await createParty(other, { name: 'Ada' })
    await other.release({ contributors: [credit(theirs, 'main_artist'), writer] })
    const mine = await createParty(fixture, { name: 'Ada' })
    expect((await list(mine.id)).data).toEqual([])
  })
})
