import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonAnswer, TestHub } from '../../harness/hub.ts'
import { createParty, credit, partiesPath, suggestedNames, suggestionsPath } from '../../harness/parties.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'

const named = (name: string, role = 'main_artist', more: object = {}) => ({ name, role, ...more })
const writer = named('Grace Hopper', 'composer')

describe('acceptPartySuggestion 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all' }))
  })

  const accept = (body: object): Promise<JsonAnswer> => fixture.post(`${suggestionsPath}/accept`, body)
  const hasParty = ({ contributors }: JsonAnswer['body']): boolean => contributors[0].partyId !== undefined

  it('answers with dryRun what would happen, and changes nothing', async () => {
    const { body: draft } = await fixture.release({ contributors: [named('Ada'), writer] }, 2)
    await fixture.release({ contributors: [named('ada', 'producer'), writer] })
    await fixture.release({ contributors: [named('ADA'), writer], submit: true })
    const { status, body } = await accept({ name: 'Ada', dryRun: true })
    expect(status).toBe(200)
    expect(body).toEqual({
      name: 'Ada',
      party: null,
      created: true,
      dryRun: true,
      releases: { drafts: 2, submitted: 1 },
      trackCount: 3,
    })
    const party = await createParty(fixture, { name: 'Ada King' })
    expect((await accept({ name: 'Ada', partyId: party.id, dryRun: true })).body).toMatchObject({
      party: { id: party.id, name: 'Ada King' },
      created: false,
    })
    expect(await suggestedNames(hub, fixture)).toContain('Ada')
    expect((await fixture.get(draft.id)).body.revision).toBe(draft.revision)
  })

  it('creates a party with the identifiers on which releases agree, and drafts of all spellings name it', async () => {
    const ids = { isni: '0000 0001 2103 2683', spotify: 'bo-1', ipi: 'wrong' }
    const { body: draft } = await fixture.release({
      contributors: [named('Bo', 'main_artist', { partyIds: ids }), writer],
    })
    const other = { partyIds: { spotify: 'bo-2', apple: '7' } }
    const { body: shouted } = await fixture.release({ contributors: [named('BO', 'main_artist', other), writer] })
    const { status, body } = await accept({ name: 'Bo' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      party: { name: 'Bo', isni: '0000000121032683', ipi: null, spotify: null, apple: '7' },
      created: true,
      dryRun: false,
      releases: { drafts: 2, submitted: 0 },
    })
    const partyIds = { isni: '0000000121032683', apple: '7' }
    const linked = { partyId: body.party.id, name: 'Bo', role: 'main_artist', partyIds }
    for (const { id } of [draft, shouted])
      expect((await fixture.until(id, hasParty)).contributors).toEqual([linked, writer])
    expect((await fixture.events(draft.id)).body.data[0]).toMatchObject({
      type: 'release.updated',
      actor: { type: 'system' },
      data: { members: ['contributors'], from: 'parties' },
    })
    expect(await suggestedNames(hub, fixture)).not.toContain('Bo')
    const counted = await hub.json('GET', `${partiesPath}/${body.party.id}`, { key: fixture.key })
    expect(counted.body).toMatchObject({ releaseCount: 2, trackCount: 2 })
  })

  it('links tracks to an existing party, and makes one contributor of two that name it in one role', async () => {
    const party = await createParty(fixture, { name: 'Cy Dahl' })
    const body = await fixture.body({ contributors: [named('Cy'), credit(party, 'main_artist'), writer] }, 2)
    const own = [named('C.Y.', 'producer'), named('Cyd', 'main_artist')]
    const tracks = body.tracks.map((track, index) => (index === 0 ? { ...track, contributors: own } : track))
    const { body: draft } = await fixture.post('/api/v1/music-distributor/releases', { ...body, tracks })
    expect((await accept({ name: 'Cy', partyId: party.id })).body).toMatchObject({ created: false, trackCount: 2 })
    const linked = await fixture.until(draft.id, hasParty)
    expect(linked.contributors).toEqual([{ partyId: party.id, name: 'Cy Dahl', role: 'main_artist' }, writer])
    expect(linked.tracks[0].contributors).toEqual([
      { partyId: party.id, name: 'Cy Dahl', role: 'producer' },
      named('Cyd', 'main_artist'),
    ])
    expect(linked.tracks[1].contributors).toBeUndefined()
  })

  it('leaves submitted releases and their changes alone; a new draft with the name is suggested again', async () => {
    const contributors = [named('Di'), writer]
    const { body: sent } = await fixture.release({ contributors, submit: true })
    const { body: edited } = await fixture.release({ contributors, submit: true })
    await fixture.patch(edited.id, { keywords: ['night'] })
    const { body: draft } = await fixture.release({ contributors })
    const { body } = await accept({ name: 'Di' })
    expect(body.releases).toEqual({ drafts: 1, submitted: 2 })
    await fixture.until(draft.id, hasParty)
    for (const { id } of [sent, edited]) expect((await fixture.get(id)).body.contributors).toEqual(contributors)
    expect(await suggestedNames(hub, fixture)).not.toContain('Di')
    await fixture.release({ contributors: [named('DI'), writer] })
    const listed = await hub.json('GET', `${suggestionsPath}?limit=100`, { key: fixture.key })
    const again = listed.body.data.find(({ name }: { name: string }) => name === 'DI')
    expect(again).toMatchObject({
      releaseCount: 1,
      draftCount: 1,
      matches: [{ partyId: body.party.id, reason: 'same_name' }],
    })
  })

  it('changes more drafts than one turn has, and none of another account', async () => {
    const other = await createReleaseFixture(hub, 'Other')
    const contributors = [named('Ed'), writer]
    const { body: theirs } = await other.release({ contributors })
    const drafts: string[] = []
    for (let index = 0; index < 21; index++) drafts.push((await fixture.release({ contributors })).body.id)
    expect((await accept({ name: 'Ed' })).body.releases).toEqual({ drafts: 21, submitted: 0 })
    for (const id of drafts) await fixture.until(id, hasParty)
    expect((await other.get(theirs.id)).body.contributors).toEqual(contributors)
  })

  it('accepts a name that was dismissed', async () => {
    const { body: draft } = await fixture.release({ contributors: [named('Fay'), writer] })
    await fixture.post(`${suggestionsPath}/dismiss`, { name: 'Fay' })
    expect((await accept({ name: 'Fay' })).status).toBe(200)
    await fixture.until(draft.id, hasParty)
  })
})
