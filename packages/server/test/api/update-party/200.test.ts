import { describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { createParty, credit, partiesPath } from '../../harness/parties.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { sharedReviewHub } from '../../harness/shared-review-hub.ts'

const writer = { name: 'Grace Hopper', role: 'composer' }

const update = (hub: TestHub, { key }: ReleaseFixture, id: string, body: object) =>
  hub.json('PATCH', `${partiesPath}/${id}`, { key, body })

describe('updateParty 200', () => {
  it('changes what is named, and removes what is null', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const { id } = await createParty(fixture, { name: 'Ada', legalName: 'Ada King', newAt: ['apple'], apple: '1' })
    const { status, body } = await update(hub, fixture, id, { name: 'Ada L.', legalName: null, newAt: null })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, name: 'Ada L.', legalName: null, newAt: [], apple: '1' })
    const listed = await hub.json('GET', `${partiesPath}?query=king`, { key: fixture.key })
    expect(listed.body.data).toEqual([])
    expect((await update(hub, fixture, id, { ipi: '00052210041' })).body.errors[0].code).toBe('ipi_invalid')
  })

  it('changes the drafts that name the party, each with an event, and nothing that was submitted', async () => {
    const { hub, fixture } = await openReleaseHub({ role: 'all' })
    const party = await createParty(fixture, { name: 'Ada' })
    const contributors = [credit(party, 'main_artist'), writer]
    const { body: draft } = await fixture.release({ contributors })
    const { body: sent } = await fixture.release({ contributors, submit: true })
    const { body: edited } = await fixture.release({ contributors, submit: true })
    await fixture.patch(edited.id, { keywords: ['night'] })
    await update(hub, fixture, party.id, { name: 'Ada L.', spotify: 'ada-1' })
    const isRenewed = ({ displayArtist }: { displayArtist: string }): boolean => displayArtist === 'Ada L.'
    const renewed = await fixture.until(draft.id, isRenewed)
    expect(renewed.contributors).toEqual([
      { partyId: party.id, name: 'Ada L.', role: 'main_artist', partyIds: { spotify: 'ada-1' } },
      writer,
    ])
    expect(renewed.revision).toBe(draft.revision + 1)
    const { data } = (await fixture.events(draft.id)).body
    expect(data[0]).toMatchObject({
      type: 'release.updated',
      actor: { type: 'system' },
      data: { members: ['contributors'], from: 'parties' },
    })
    const pending = await fixture.until(edited.id, isRenewed)
    expect(pending.pendingRevision).not.toBeNull()
    const kept = (await fixture.get(sent.id)).body
    expect([kept.displayArtist, kept.revision, kept.pendingRevision]).toEqual(['Ada', sent.revision, null])
  })

  it('changes more drafts than one turn of the job renews', async () => {
    const { hub, fixture } = await openReleaseHub({ role: 'all' })
    const party = await createParty(fixture, { name: 'Ada' })
    const body = await fixture.body({ contributors: [credit(party, 'main_artist'), writer] })
    const ids: string[] = []
    for (let number = 0; number < 21; number++) ids.push((await fixture.post(releasesPath, body)).body.id)
    await update(hub, fixture, party.id, { name: 'Ada L.' })
    for (const id of ids) await fixture.until(id, ({ displayArtist }) => displayArtist === 'Ada L.')
  })

  it('is in what is submitted, even before the drafts have followed', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const party = await createParty(fixture, { name: 'Ada' })
    const { body: draft } = await fixture.release({ contributors: [credit(party, 'main_artist'), writer] })
    await update(hub, fixture, party.id, { name: 'Ada L.' })
    expect((await fixture.get(draft.id)).body.displayArtist).toBe('Ada')
    const { status, body } = await fixture.act(draft.id, 'submit')
    expect([status, body.displayArtist]).toEqual([200, 'Ada L.'])
    await update(hub, fixture, party.id, { name: 'Ada the Third' })
    const [frozen] = await hub.opened.database.system.readRows<{ name: string }>(
      `select document #>> '{contributors,0,name}' as name from release_revisions where release_id = $1`,
      [draft.id],
    )
    expect(frozen?.name).toBe('Ada L.')
  })

  it('is in a draft that was withdrawn from review', async () => {
    const { hub, fixture } = await sharedReviewHub()
    const party = await createParty(fixture, { name: 'Ada' })
    const { body } = await fixture.release({ contributors: [credit(party, 'main_artist'), writer], submit: true })
    await update(hub, fixture, party.id, { name: 'Ada L.' })
    const withdrawn = await fixture.act(body.id, 'withdraw')
    expect([withdrawn.body.status, withdrawn.body.displayArtist]).toEqual(['draft', 'Ada L.'])
  })
})
