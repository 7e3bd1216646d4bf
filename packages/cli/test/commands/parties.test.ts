import { beforeAll, describe, expect, it } from 'vitest'
import { createParty, credit } from '../../../server/test/harness/parties.ts'
import { type HubFixture, sharedHubFixture } from '../harness/hub-fixture.ts'

describe('parties', () => {
  let fixture: HubFixture

  beforeAll(async () => {
    fixture = await sharedHubFixture()
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

  it('releases lists what names a party', async () => {
    const party = await createParty(fixture.releases, { name: 'Ed' })
    const none = await fixture.shown(['parties', 'releases', party.id])
    expect(none.stdout).toContain('No release names this party.')
    const { body: release } = await fixture.releases.release({ contributors: [credit(party, 'main_artist')] })
    const shown = await fixture.shown(['parties', 'releases', party.id], { columns: 140 })
    expect(shown.stdout).toMatch(/^ID +TITLE +STATUS +DATE +ROLES +TRACKS\r\n/)
    expect(shown.stdout).toMatch(new RegExp(`${release.id} .* draft .* main_artist +1\r\n`))
  })

  it('merge shows with --dry-run what would happen, and asks otherwise', async () => {
    const party = await createParty(fixture.releases, { name: 'Fay', apple: '1' })
    const duplicate = await createParty(fixture.releases, { name: 'Faye', apple: '2', spotify: 'fay-1' })
    await fixture.releases.release({ contributors: [credit(duplicate, 'main_artist')] })
    const args = ['parties', 'merge', party.id, '--duplicate', duplicate.id]
    const preview = await fixture.shown([...args, '--dry-run'], { columns: 140 })
    expect(preview.stdout.split('\r\n').slice(0, 3)).toEqual([
      'apple differs: the party has "1", the duplicate "2".',
      'The party takes from the duplicate: spotify.',
      'Releases that name the duplicate: 1 draft, 0 with unsubmitted changes, 0 submitted.',
    ])
    expect(await fixture.spindle([...args, '--dry-run'])).toMatchObject({ code: 4 })
    expect(await fixture.spindle(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes.') })
    const refused = await fixture.spindle([...args, '--yes'])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('[party_merge_conflict]') })
    await fixture.json(['parties', 'update', duplicate.id, '--apple', ''])
    expect(await fixture.json([...args, '--yes'])).toMatchObject({ party: { spotify: 'fay-1' }, dryRun: false })
    const shown = await fixture.json(['parties', 'get', duplicate.id])
    expect(shown).toMatchObject({ id: party.id, name: 'Fay' })
  })

  it('suggestions lists names without a party; accept links them, and dismiss hides one until --undo', async () => {
    const party = await createParty(fixture.releases, { name: 'Gwen Dahl' })
    for (const name of ['Gwen  DAHL', 'Hal'])
      await fixture.releases.release({ contributors: [{ name, role: 'main_artist' }] })
    const listed = await fixture.shown(['parties', 'suggestions'], { columns: 160 })
    expect(listed.stdout).toMatch(/^NAME +TRACKS +RELEASES +DRAFTS +ALSO WRITTEN +PARTY +REASON\r\n/)
    expect(listed.stdout).toMatch(new RegExp(`Gwen +DAHL +1 +1 +1 .*${party.id} +same name: Gwen Dahl\r\n`))
    const args = ['parties', 'accept', 'Gwen Dahl', '--party', party.id]
    const preview = await fixture.shown([...args, '--dry-run'], { columns: 140 })
    expect(preview.stdout.split('\r\n').slice(0, 3)).toEqual([
      `"Gwen Dahl" would become "Gwen Dahl" (${party.id}).`,
      'Drafts that would name it: 1 draft with 1 track.',
      'Submitted releases that keep the name without a party: 0.',
    ])
    expect(await fixture.json(args)).toMatchObject({ created: false, party: { id: party.id } })
    const created = await fixture.shown(['parties', 'accept', 'Hal', '--dry-run'], { columns: 140 })
    expect(created.stdout).toContain('"Hal" would become a new party "Hal".')
    const dismissed = await fixture.shown(['parties', 'dismiss', 'HAL'])
    expect(dismissed.stdout).toBe('Dismissed "HAL".\r\n')
    const hidden = await fixture.json(['parties', 'suggestions', '--dismissed'])
    expect(hidden.data.map(({ name }: { name: string }) => name)).toEqual(['Hal'])
    expect(await fixture.json(['parties', 'dismiss', 'Hal', '--undo'])).toEqual({ name: 'Hal', dismissed: false })
    const none = await fixture.shown(['parties', 'suggestions', '--dismissed'])
    expect(none.stdout).toContain('No name is dismissed.')
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
