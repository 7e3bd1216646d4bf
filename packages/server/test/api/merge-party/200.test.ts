import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonAnswer, TestHub } from '../../harness/hub.ts'
import { createParty, credit, mergeParties, partiesPath } from '../../harness/parties.ts'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'

const writer = { name: 'Grace Hopper', role: 'composer' }

describe('mergeParty 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all' }))
  })

  const get = (path: string): Promise<JsonAnswer> => hub.json('GET', `${partiesPath}/${path}`, { key: fixture.key })
  const releasesOf = async (id: string): Promise<string[]> =>
    (await get(`${id}/releases`)).body.data.map(({ releaseId }: { releaseId: string }) => releaseId)

  it('answers with dryRun what would happen, and changes nothing', async () => {
    const party = await createParty(fixture, { name: 'Ada', isni: '0000000121032683', newAt: ['spotify', 'apple'] })
    const duplicate = await createParty(fixture, {
      name: 'Ada K.',
      legalName: 'Ada King',
      isni: '000000012146438X',
      spotify: 'ada-1',
      names: [{ language: 'ja', name: 'エイダ' }],
      defaultRoles: ['main_artist'],
    })
    const contributors = [credit(duplicate), writer]
    await fixture.release({ contributors })
    await fixture.release({ contributors, submit: true })
    const { body: edited } = await fixture.release({ contributors, submit: true })
    await fixture.patch(edited.id, { keywords: ['night'] })
    const { status, body } = await fixture.post(`${partiesPath}/${party.id}/merge`, {
      duplicate: duplicate.id,
      dryRun: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      party: { id: party.id, name: 'Ada', legalName: 'Ada King', spotify: 'ada-1', newAt: ['apple'] },
      duplicate: duplicate.id,
      dryRun: true,
      conflicts: [{ member: 'isni', party: '0000000121032683', duplicate: '000000012146438X' }],
      releases: { drafts: 1, unsubmittedChanges: 1, submitted: 1 },
    })
    expect(body.takenOver.toSorted()).toEqual(['defaultRoles', 'legalName', 'names', 'newAt', 'spotify'])
    expect((await get(party.id)).body).toEqual(party)
    expect((await get(duplicate.id)).body).toMatchObject({ name: 'Ada K.', releaseCount: 3 })
  })

  it('takes over what the party lacks; drafts and unsubmitted changes follow, and what was submitted keeps its copy', async () => {
    const party = await createParty(fixture, { name: 'Cy', apple: '1' })
    const duplicate = await createParty(fixture, { name: 'Cy D.', spotify: 'spotify:artist:cy-1' })
    const contributors = [credit(duplicate, 'main_artist'), writer]
    const { body: draft } = await fixture.release({ contributors })
    const { body: sent } = await fixture.release({ contributors, submit: true })
    const { body: edited } = await fixture.release({ contributors, submit: true })
    await fixture.patch(edited.id, { keywords: ['night'] })
    const merged = await mergeParties(fixture, party, duplicate)
    expect(merged).toMatchObject({
      party: { id: party.id, name: 'Cy', apple: '1', spotify: 'spotify:artist:cy-1', releaseCount: 3, trackCount: 3 },
      takenOver: ['spotify'],
      conflicts: [],
      dryRun: false,
      releases: { drafts: 1, unsubmittedChanges: 1, submitted: 1 },
    })
    const isRenewed = ({ displayArtist }: { displayArtist: string }): boolean => displayArtist === 'Cy'
    const renewed = await fixture.until(draft.id, isRenewed)
    const partyIds = { spotify: 'spotify:artist:cy-1', apple: '1' }
    expect(renewed.contributors).toEqual([{ partyId: party.id, name: 'Cy', role: 'main_artist', partyIds }, writer])
    expect((await fixture.events(draft.id)).body.data[0]).toMatchObject({
      type: 'release.updated',
      actor: { type: 'system' },
      data: { members: ['contributors'], from: 'parties' },
    })
    expect((await fixture.until(edited.id, isRenewed)).pendingRevision).not.toBeNull()
    const kept = (await fixture.get(sent.id)).body
    expect([kept.revision, kept.contributors]).toEqual([sent.revision, sent.contributors])
    expect(kept.contributors[0]).toMatchObject({ partyId: duplicate.id, name: 'Cy D.' })
    expect(await releasesOf(party.id)).toEqual([edited.id, sent.id, draft.id])
  })

  it('leads from the id of the duplicate to the party, also over a second merge', async () => {
    const [last, middle, first] = [
      await createParty(fixture, { name: 'Di' }),
      await createParty(fixture, { name: 'Dy' }),
      await createParty(fixture, { name: 'Dee' }),
    ]
    const { body: sent } = await fixture.release({ contributors: [credit(first, 'main_artist'), writer], submit: true })
    await mergeParties(fixture, middle, first)
    await mergeParties(fixture, last, middle)
    for (const { id } of [last, middle, first]) {
      expect((await get(id)).body).toMatchObject({ id: last.id, name: 'Di', releaseCount: 1 })
      expect(await releasesOf(id)).toEqual([sent.id])
    }
    const { body: draft } = await fixture.release({ contributors: [credit(first, 'main_artist'), writer] })
    expect(draft.contributors[0]).toEqual({ partyId: last.id, name: 'Di', role: 'main_artist' })
    const { data, page } = (await hub.json('GET', `${partiesPath}?query=d&count=true`, { key: fixture.key })).body
    const ids = data.map(({ id }: { id: string }) => id)
    expect([ids.includes(last.id), ids.includes(middle.id), ids.includes(first.id)]).toEqual([true, false, false])
    expect(page.total).toBe(data.length)
  })

  it('makes one contributor of two that named both parties in one role', async () => {
    const party = await createParty(fixture, { name: 'Ed' })
    const duplicate = await createParty(fixture, { name: 'Eddy' })
    const contributors = [
      { ...credit(party, 'main_artist'), instruments: ['Piano'] },
      { ...credit(duplicate, 'main_artist'), instruments: ['Organ', 'Piano'] },
      credit(duplicate, 'producer'),
      writer,
    ]
    const { body: draft } = await fixture.release({ contributors })
    expect(draft.displayArtist).toBe('Ed & Eddy')
    await mergeParties(fixture, party, duplicate)
    const renewed = await fixture.until(draft.id, ({ displayArtist }) => displayArtist === 'Ed')
    expect(renewed.contributors).toEqual([
      { partyId: party.id, name: 'Ed', role: 'main_artist', instruments: ['Piano', 'Organ'] },
      { partyId: party.id, name: 'Ed', role: 'producer' },
      writer,
    ])
  })

  it('answers a repeated merge without another change', async () => {
    const party = await createParty(fixture, { name: 'Fay' })
    const duplicate = await createParty(fixture, { name: 'Faye', apple: '7' })
    const { party: merged } = await mergeParties(fixture, party, duplicate)
    const again = await mergeParties(fixture, party, duplicate)
    expect(again).toMatchObject({ party: merged, takenOver: [], conflicts: [] })
  })

  it('is deleted with the party, once no release names either', async () => {
    const party = await createParty(fixture, { name: 'Gil' })
    const duplicate = await createParty(fixture, { name: 'Gill' })
    const { body: sent } = await fixture.release({
      contributors: [credit(duplicate, 'main_artist'), writer],
      submit: true,
    })
    await mergeParties(fixture, party, duplicate)
    const remove = (id: string) => hub.json('DELETE', `${partiesPath}/${id}`, { key: fixture.key })
    expect((await remove(party.id)).body).toMatchObject({ error: 'party_in_use', releases: 1 })
    await fixture.patch(sent.id, { contributors: [{ name: 'Gil', role: 'main_artist' }, writer] })
    expect((await remove(party.id)).status).toBe(204)
    expect((await get(duplicate.id)).status).toBe(404)
  })
})
