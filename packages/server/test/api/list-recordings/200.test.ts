import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { bodyOf } from '../../harness/recordings.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'

const path = '/api/v1/distributor/recordings'

describe('listRecordings 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let key: string
  const audio = { pcmSha256: 'ab'.repeat(32) }
  const ids: Record<'single' | 'album' | 'draft', string> = { single: '', album: '', draft: '' }
  const list = async (query = '') => (await hub.json('GET', `${path}${query}`, { key })).body
  const isrcsOf = ({ data }: { data: { isrc: string }[] }): string[] => data.map(({ isrc }) => isrc)

  beforeAll(async () => {
    ;({ hub } = await openReleaseHub({ environment: { SPINDLE_ISRC_PREFIX: 'QZXYZ' } }))
    fixture = await createReleaseFixture(hub, 'Recordings')
    key = await fixture.account.key(['catalog:read'])
    const create = async (...[tracks, changes]: [Parameters<typeof bodyOf>[1], object]) =>
      (await fixture.post(releasesPath, await bodyOf(fixture, tracks, changes))).body.id
    ids.single = await create([[await fixture.audio(audio), 'ZZABC2700102']], { title: 'The Single', submit: true })
    ids.album = await create(
      [
        [await fixture.audio(audio), undefined],
        [await fixture.audio(), 'ZZABC2700101'],
      ],
      { title: 'The Album', type: 'album', submit: true },
    )
    ids.draft = await create([[await fixture.audio(audio), undefined]], { title: 'A Draft' })
    await create([[await fixture.audio(), 'ZZABC2700103']], { title: 'Never delivered' })
  })

  it('answers what was delivered in the order of ISRCs, with every release that has the audio', async () => {
    const { data, page } = await list()
    expect(isrcsOf({ data })).toEqual(['ZZABC2700101', 'ZZABC2700102'])
    expect(page).toMatchObject({ hasMore: false })
    expect(data[1]).toMatchObject({
      title: 'Song 1',
      version: null,
      pcmSha256: 'ab'.repeat(32),
      trackCount: 3,
      tracks: [
        { releaseId: ids.draft, releaseTitle: 'A Draft', status: 'draft', isrc: null },
        { releaseId: ids.album, releaseTitle: 'The Album', status: 'delivering', isrc: 'ZZABC2700102' },
        { releaseId: ids.single, releaseTitle: 'The Single', status: 'delivering', isrc: 'ZZABC2700102' },
      ],
    })
    expect(data[1].displayArtist).toBeTypeOf('string')
    expect(data[1].contributors.length).toBeGreaterThan(0)
  })

  it('filters by ISRC in any format, by title and by release', async () => {
    expect(isrcsOf(await list('?isrc=zz-abc-27-00101'))).toEqual(['ZZABC2700101'])
    expect(isrcsOf(await list('?isrc=nonsense'))).toEqual([])
    expect(isrcsOf(await list('?query=SONG%202'))).toEqual(['ZZABC2700101'])
    expect(isrcsOf(await list(`?releaseId=${ids.single}`))).toEqual(['ZZABC2700102'])
    expect(isrcsOf(await list(`?releaseId=${ids.album}`))).toEqual(['ZZABC2700101', 'ZZABC2700102'])
    expect(isrcsOf(await list('?releaseId=nonsense'))).toEqual([])
  })

  it('has pages and a total', async () => {
    const first = await list('?limit=1&count=true')
    expect([isrcsOf(first), first.page.total]).toEqual([['ZZABC2700101'], 2])
    const second = await list(`?limit=1&cursor=${first.page.nextCursor}`)
    expect([isrcsOf(second), second.page.hasMore]).toEqual([['ZZABC2700102'], false])
  })

  it('shows nothing of another account', async () => {
    const other = await createReleaseFixture(hub, 'Others')
    const theirs = await other.account.key(['catalog:read'])
    expect((await hub.json('GET', path, { key: theirs })).body.data).toEqual([])
    const filtered = await hub.json('GET', `${path}?releaseId=${ids.single}`, { key: theirs })
    expect(filtered.body.data).toEqual([])
  })
})
