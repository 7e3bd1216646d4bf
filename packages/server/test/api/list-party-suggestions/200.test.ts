import { beforeEach, describe, expect, it } from 'vitest'
import { keyParties } from '../../../src/features/parties/key-parties.ts'
import { renewSearch } from '../../../src/features/releases/reading/renew-search.ts'
import type { JsonAnswer, TestHub } from '../../harness/hub.ts'
import { createParty, credit, mergeParties, suggestedNames, suggestionsPath } from '../../harness/parties.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const named = (name: string, role = 'main_artist', more: object = {}) => ({ name, role, ...more })

describe('listPartySuggestions 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeEach(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  const list = (query = ''): Promise<JsonAnswer> => hub.json('GET', `${suggestionsPath}?${query}`, { key: fixture.key })
  const matchesOf = async (name: string) =>
    (await list()).body.data.find((one: { name: string }) => one.name === name).matches

  it('joins the spellings of a name, with roles, counts, examples and identifiers', async () => {
    const ids = { partyIds: { isni: '0000000121032683', spotify: 'beyonce-1', dpid: 'PADPIDA2014120301U' } }
    const { body: first } = await fixture.release({ contributors: [named('Beyoncé', 'main_artist', ids)] }, 2)
    const { body: second } = await fixture.release({
      contributors: [
        named('BEYONCE', 'main_artist', { partyIds: { spotify: 'beyonce-2' } }),
        named('BEYONCE', 'composer'),
      ],
      submit: true,
    })
    const { body } = await list('count=true')
    expect(body.page.total).toBe(1)
    expect(body.data).toEqual([
      {
        name: 'Beyoncé',
        spellings: [
          { name: 'Beyoncé', trackCount: 2 },
          { name: 'BEYONCE', trackCount: 1 },
        ],
        roles: [
          { role: 'main_artist', trackCount: 3 },
          { role: 'composer', trackCount: 1 },
        ],
        releaseCount: 2,
        draftCount: 1,
        trackCount: 3,
        releases: [
          { releaseId: second.id, title: second.title, status: second.status },
          { releaseId: first.id, title: first.title, status: 'draft' },
        ],
        identifiers: [
          { kind: 'isni', value: '0000000121032683', releaseCount: 1 },
          { kind: 'spotify', value: 'beyonce-1', releaseCount: 1 },
          { kind: 'spotify', value: 'beyonce-2', releaseCount: 1 },
        ],
        matches: [],
      },
    ])
  })

  it('follows changes of a draft, its way into the trash and back', async () => {
    const { body: draft } = await fixture.release({ contributors: [named('Ada'), named('Cy', 'producer')] })
    expect(await suggestedNames(hub, fixture)).toEqual(['Ada', 'Cy'])
    await fixture.patch(draft.id, { contributors: [named('Ada')] })
    expect(await suggestedNames(hub, fixture)).toEqual(['Ada'])
    await hub.json('DELETE', `${releasesPath}/${draft.id}`, { key: fixture.key })
    expect(await suggestedNames(hub, fixture)).toEqual([])
    await fixture.post(`/api/v1/music-distributor/trash/${draft.id}/restore`)
    expect(await suggestedNames(hub, fixture)).toEqual(['Ada'])
  })

  it('leaves out contributors that name a party, and counts those of a track instead of those of its release', async () => {
    const party = await createParty(fixture, { name: 'Ada' })
    const body = await fixture.body({ contributors: [credit(party, 'main_artist'), named('Cy')] }, 2)
    const tracks = body.tracks.map((track, index) => (index === 0 ? { ...track, contributors: [named('Di')] } : track))
    await fixture.post(releasesPath, { ...body, tracks })
    const { data } = (await list()).body
    expect(data.map(({ name, trackCount }: { name: string; trackCount: number }) => [name, trackCount])).toEqual([
      ['Cy', 1],
      ['Di', 1],
    ])
  })

  it('names parties with the same name first, then those with a similar one, each once', async () => {
    const similar = await createParty(fixture, { name: 'Grace Hoper' })
    const other = await createParty(fixture, { name: 'G. H.', legalName: 'GRACE HOPPER' })
    const same = await createParty(fixture, { name: 'Grace-Hopper' })
    const gone = await createParty(fixture, { name: 'Grace Hopper' })
    const lead = await createParty(fixture, { name: 'Amazing Grace' })
    await mergeParties(fixture, lead, gone)
    await createParty(fixture, { name: 'Grace Kelly' })
    await fixture.release({ contributors: [named('Grace Hopper')] })
    expect(await matchesOf('Grace Hopper')).toEqual([
      { partyId: same.id, name: 'Grace-Hopper', matchedName: 'Grace-Hopper', reason: 'same_name' },
      { partyId: other.id, name: 'G. H.', matchedName: 'GRACE HOPPER', reason: 'same_other_name' },
      { partyId: lead.id, name: 'Amazing Grace', matchedName: 'Grace Hopper', reason: 'same_other_name' },
      { partyId: similar.id, name: 'Grace Hoper', matchedName: 'Grace Hoper', reason: 'similar_name' },
    ])
    await hub.json('PATCH', `/api/v1/distributor/parties/${same.id}`, { key: fixture.key, body: { name: 'Hopper' } })
    expect(await matchesOf('Grace Hopper')).toHaveLength(3)
  })

  it('pages by the number of tracks, then by name, without gaps', async () => {
    for (const name of ['Bo', 'Al', 'Cy']) await fixture.release({ contributors: [named(name)] })
    await fixture.release({ contributors: [named('Di')] }, 2)
    const names: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body }: JsonAnswer = await list(`limit=1${cursor && `&cursor=${cursor}`}`)
      names.push(...body.data.map(({ name }: { name: string }) => name))
      cursor = body.page.nextCursor
    }
    expect(names).toEqual(['Di', 'Al', 'Bo', 'Cy'])
  })

  it('continues after a name of 200 characters of any script', async () => {
    for (const last of ['a', 'b']) await fixture.release({ contributors: [named(`${last}${'宇'.repeat(199)}`)] })
    const { body } = await list('limit=1')
    const next = await list(`limit=1&cursor=${body.page.nextCursor}`)
    expect([next.status, next.body.data[0].name[0], next.body.page.nextCursor]).toEqual([200, 'b', null])
  })

  it('has no names of another account, and no party of it as a match', async () => {
    const other = await createReleaseFixture(hub, 'Other')
    await other.release({ contributors: [named('Ada Lovelace')] })
    await createParty(other, { name: 'Ada Lovelace' })
    expect(await suggestedNames(hub, fixture)).toEqual([])
    await fixture.release({ contributors: [named('Ada Lovelace')] })
    expect((await list()).body.data).toMatchObject([{ name: 'Ada Lovelace', releaseCount: 1, matches: [] }])
  })

  it('finds names and parties that an earlier version wrote after a job has read them again', async () => {
    const party = await createParty(fixture, { name: 'Ada Lovelace' })
    const { body: draft } = await fixture.release({ contributors: [named('Ada Lovelace')] })
    const { database } = hub.opened
    await database.system.execute('delete from release_names where release_id = $1', [draft.id])
    await database.system.execute(
      `update release_search set search = array_to_tsvector(array['~form1']) where release_id = $1`,
      [draft.id],
    )
    await database.system.execute('delete from party_keys where party_id = $1', [party.id])
    await database.system.execute('update parties set keyed_as = null where id = $1', [party.id])
    expect(await suggestedNames(hub, fixture)).toEqual([])
    await renewSearch({ database, log: hub.hub.http.log })
    expect(await matchesOf('Ada Lovelace')).toEqual([])
    await keyParties(database)
    expect(await matchesOf('Ada Lovelace')).toMatchObject([{ partyId: party.id, reason: 'same_name' }])
  })
})
