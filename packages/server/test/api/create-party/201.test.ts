import { describe, expect, it } from 'vitest'
import { createParty, credit, partiesPath } from '../../harness/parties.ts'
import { createReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createParty 201', () => {
  it('answers the party with identifiers in their normal form, and where it is', async () => {
    const { fixture } = await sharedReleaseHub()
    const names = [{ language: 'ja', name: 'エイダ' }]
    const { status, body, headers } = await fixture.post(partiesPath, {
      name: 'Ada',
      names,
      legalName: 'Ada King',
      isni: '0000 0001 2103 2683',
      ipi: '052210040',
      newAt: ['spotify'],
      defaultRoles: ['main_artist', 'composer'],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^pty_/),
      name: 'Ada',
      names,
      legalName: 'Ada King',
      isni: '0000000121032683',
      ipi: '00052210040',
      spotify: null,
      apple: null,
      newAt: ['spotify'],
      defaultRoles: ['main_artist', 'composer'],
      releaseCount: 0,
      trackCount: 0,
      recordingCount: 0,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    })
    expect(headers.get('location')).toBe(`${partiesPath}/${body.id}`)
  })

  it('refuses identifiers whose check digits are wrong, each with its place', async () => {
    const { fixture } = await sharedReleaseHub()
    const { status, body } = await fixture.post(partiesPath, {
      name: 'Ada',
      isni: '0000000121032684',
      ipi: '00052210041',
    })
    expect([status, body.error]).toEqual([422, 'validation_failed'])
    expect(body.errors).toEqual([
      {
        pointer: '/isni',
        code: 'isni_invalid',
        detail: '"0000000121032684" is not a valid ISNI.',
        fix: 'Enter the 16 characters as shown on isni.org. The last one is a check character.',
      },
      {
        pointer: '/ipi',
        code: 'ipi_invalid',
        detail: '"00052210041" is not a valid IPI name number.',
        fix: 'Enter the 9 to 11 digits of the name number. The last two are check digits.',
      },
    ])
    const also = await fixture.post(partiesPath, { isni: '0000000121032684' })
    expect(also.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/name', '/isni'])
  })

  it('is where contributors of a draft take name, identifiers and roles from', async () => {
    const { fixture } = await sharedReleaseHub()
    const ada = await createParty(fixture, {
      name: 'Ada',
      legalName: 'Ada King',
      ipi: '00052210040',
      names: [{ language: 'ja', name: 'エイダ' }],
      newAt: ['apple'],
      defaultRoles: ['main_artist', 'composer'],
    })
    const cy = await createParty(fixture, { name: 'Cy', spotify: 'cy-1' })
    const body = await fixture.body({ contributors: [credit(ada), { ...credit(cy, 'producer'), name: 'Sigh' }] })
    const tracks = body.tracks.map(({ contributors: _own, ...track }) => ({
      ...track,
      contributors: [
        credit(ada, 'main_artist'),
        { ...credit(ada, 'lyricist'), partyIds: { dpid: 'PADPIDA2014120301U' } },
      ],
    }))
    const { status, body: draft } = await fixture.post(releasesPath, { ...body, tracks })
    expect(status).toBe(201)
    const known = { partyId: ada.id, partyIds: { ipi: '00052210040' }, names: ada.names, newAt: ['apple'] }
    expect(draft.contributors).toEqual([
      { ...known, name: 'Ada', role: 'main_artist' },
      { ...known, name: 'Ada King', role: 'composer' },
      { partyId: cy.id, name: 'Cy', role: 'producer', partyIds: { spotify: 'cy-1' } },
    ])
    expect(draft.displayArtist).toBe('Ada')
    expect(draft.tracks[0].contributors).toEqual([
      { ...known, name: 'Ada', role: 'main_artist' },
      { ...known, name: 'Ada King', role: 'lyricist', partyIds: { ipi: '00052210040', dpid: 'PADPIDA2014120301U' } },
    ])
    expect((await fixture.get(draft.id)).body.contributors).toEqual(draft.contributors)
  })

  it('gives a draft no more contributors than a release may have', async () => {
    const { fixture } = await sharedReleaseHub()
    const ada = await createParty(fixture, { name: 'Ada', defaultRoles: ['main_artist', 'composer', 'producer'] })
    const create = async (count: number) =>
      fixture.post(releasesPath, await fixture.body({ contributors: Array.from({ length: count }, () => credit(ada)) }))
    const { status, body } = await create(67)
    expect([status, body.error]).toEqual([422, 'validation_failed'])
    expect(body.errors).toMatchObject([{ pointer: '/contributors' }])
    expect((await create(66)).body.contributors).toHaveLength(198)
  })

  it('refuses a contributor of a draft whose party or name is missing', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const other = await createParty(await createReleaseFixture(hub, 'Other'), { name: 'Theirs' })
    const own = await createParty(fixture, { name: 'Ada' })
    const create = async (...contributors: object[]) => fixture.post(releasesPath, await fixture.body({ contributors }))
    const { status, body } = await create(credit(other, 'main_artist'), credit(own), { role: 'producer' })
    expect([status, body.error]).toEqual([422, 'validation_failed'])
    expect(body.errors).toEqual([
      {
        pointer: '/contributors/0/partyId',
        code: 'party_unknown',
        detail: `The account has no party ${other.id}.`,
        fix: 'List the parties to find the id, or write name and identifiers without partyId.',
      },
      {
        pointer: '/contributors/1/role',
        code: 'required',
        detail: '"role" is required.',
        fix: 'Add this member, or give the party default roles.',
      },
      {
        pointer: '/contributors/2/name',
        code: 'required',
        detail: '"name" is required.',
        fix: 'Add this member, or the partyId of a party.',
      },
    ])
  })
})
