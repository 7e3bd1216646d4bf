import { beforeAll, describe, expect, it } from 'vitest'
import { createParty, credit } from '../../../server/test/harness/parties.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'

describe('parties', () => {
  let fixture: HubFixture

  beforeAll(async () => {
    fixture = await openHubFixture()
  })

  it('create enters one, and list finds it by a part of its legal name', async () => {
    const members = [
      '--legal-name',
      'Augusta King',
      '--ipi',
      '00052210040',
      '--new-at',
      'spotify',
      '--roles',
      'main_artist',
    ]
    const created = await fixture.json(['parties', 'create', 'Ada', ...members])
    expect(created).toMatchObject({
      name: 'Ada',
      legalName: 'Augusta King',
      ipi: '00052210040',
      newAt: ['spotify'],
      defaultRoles: ['main_artist'],
    })
    const listed = await fixture.shown(['parties', 'list', '--query', 'augusta'], { columns: 120 })
    expect(listed.stdout).toMatch(/^ID +NAME +LEGAL NAME .*RELEASES\r\n\S+ +Ada +Augusta King .* 0\r\n/)
    const none = await fixture.shown(['parties', 'list', '--query', 'nothing'])
    expect(none.stdout).toContain('No party has this name or identifier.')
  })

  it('update changes what is given, and removes what is empty', async () => {
    const { id } = await createParty(fixture.releases, {
      name: 'Cy',
      legalName: 'Cyrus Dahl',
      apple: '1',
      newAt: ['spotify'],
    })
    const empty = ['--legal-name', '', '--new-at', '']
    const changed = await fixture.json(['parties', 'update', id, '--name', 'Cy D.', ...empty])
    expect(changed).toMatchObject({ name: 'Cy D.', legalName: null, apple: '1', newAt: [] })
    const shown = await fixture.shown(['parties', 'get', id], { columns: 80 })
    expect(shown.stdout).toMatch(/name +Cy D\.\r\n/)
    expect(shown.stdout).not.toContain('legalName')
    const nothing = await fixture.spindle(['parties', 'update', id])
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing to change') })
  })

  it('delete refuses a party that a release names', async () => {
    const party = await createParty(fixture.releases, { name: 'Di' })
    const { body: release } = await fixture.releases.release({ contributors: [credit(party, 'main_artist')] })
    const refused = await fixture.spindle(['parties', 'delete', party.id, '--yes'])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('One release names this party.') })
    await fixture.releases.patch(release.id, { contributors: [{ name: 'Di', role: 'main_artist' }] })
    expect(await fixture.json(['parties', 'delete', party.id, '--yes'])).toEqual({ id: party.id, status: 'deleted' })
  })
})
