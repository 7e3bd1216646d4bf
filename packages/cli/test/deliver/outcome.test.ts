import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runInTerminal, startSpindle } from '../harness/run-spindle.ts'
import { type DeliverFixture, openDeliverFixture } from './deliver-fixture.ts'
import { addFiles } from './make-folder.ts'
import { wav } from './masters.ts'

/** Where a delivery ends: at a date, at an outlet that refuses a part of it, or with a reviewer. */

const submitAndWatch = ['--submit', '--watch'] as const

describe('a release whose date is ahead', () => {
  let fixture: DeliverFixture
  beforeAll(async () => {
    fixture = await openDeliverFixture()
  })
  const album = async (files: Parameters<DeliverFixture['album']>[0] = {}): Promise<string> =>
    fixture.album({ 'release.yaml': fixture.manifest().replaceAll('2026-05-01', '2099-03-05'), ...files })

  it('is delivered when every outlet has it, and says when it goes live', async () => {
    const folder = await album()
    const { summary, stderr } = await fixture.delivered(folder, ...submitAndWatch)
    expect(summary.status).toBe('scheduled')
    expect(stderr).toContain(
      'Delivered to 1 of 1 outlet; goes live 2099-03-05 00:00, the local time of each territory, in ',
    )
    const again = await fixture.delivered(folder, ...submitAndWatch)
    expect(again.stderr).toContain(
      'Delivered to 1 of 1 outlet; goes live 2099-03-05 00:00, the local time of each territory, in ',
    )
  })

  it('sends nothing again when only the title changed, and says so', async () => {
    const folder = await album()
    const { summary, stderr } = await fixture.delivered(folder, '--submit')
    expect(stderr).toContain('Sending 4 files')
    expect(stderr).toMatch(new RegExp(`✔ ${summary.releaseId} submitted, with \\d+ warnings\n`))
    expect(stderr).toContain('; goes live 2099-03-05 00:00, the local time of each territory, in ')
    const unchanged = await fixture.deliver(folder, '--dry-run')
    expect(unchanged.stdout).toContain('It would send no files to ')
    expect(unchanged.stderr).toContain(`The folder is already release ${summary.releaseId}, and nothing has changed.`)
    const manifest = await readFile(join(folder, 'release.yaml'), 'utf8')
    await addFiles(folder, { 'release.yaml': `${manifest}subtitle: Live\n` })
    const changed = await fixture.deliver(folder, '--dry-run')
    expect(changed.stderr).toContain('which would be updated: subtitle: none → "Live".')
    const updated = await fixture.deliver(folder, '--submit', '--update')
    expect(updated.stderr).toContain('Nothing to send: the hub already has 4 files')
    expect(updated.stderr).not.toMatch(/Sending|: checked/)
  })

  it('replaces a master with --update and --reason, under the same ISRC', async () => {
    // Audio that is on no other release.
    const folder = await album({ '02 Song 2.wav': wav({ seed: 40 }) })
    const { summary } = await fixture.delivered(folder, ...submitAndWatch)
    const before = await fixture.client.releases.get(summary.releaseId)
    await addFiles(folder, { '02 Song 2.wav': wav({ seed: 41 }) })
    const refused = await fixture.deliver(folder, '--submit', '--update')
    expect(refused.code, refused.stderr).toBe(4)
    expect(refused.stderr).toContain(
      'The audio of the delivered track "Song 2" would be replaced, and no reason is given',
    )
    expect(refused.stderr).toContain('Add --reason "..." with the reason')
    await fixture.delivered(folder, ...submitAndWatch, '--update', '--reason', 'The wrong mix was sent')
    const after = await fixture.client.releases.get(summary.releaseId)
    expect([after.status, after.upc, after.revision]).toEqual(['scheduled', before.upc, 2])
    expect(after.tracks.map(({ id, isrc }) => [id, isrc])).toEqual(before.tracks.map(({ id, isrc }) => [id, isrc]))
    expect(after.tracks[1]?.uploadId).not.toBe(before.tracks[1]?.uploadId)
    const again = await fixture.deliver(folder, '--reason', 'Why')
    expect(again.stderr).toContain('--reason can be used only with --update')
  })

  it('replaces a taken-down release with its codes, with --reason for the other audio of an unchanged folder', async () => {
    const manifest = fixture.manifest()
    const old = await album({ 'release.yaml': manifest, '02 Song 2.wav': wav({ seed: 60 }) })
    const { summary } = await fixture.delivered(old, ...submitAndWatch)
    const { upc } = await fixture.client.releases.takedown(summary.releaseId, { reason: 'The wrong master' })
    await fixture.client.releases.waitFor(summary.releaseId, { status: 'taken_down' })
    const replacing = `${manifest}replaces: ${summary.releaseId}\n`
    const folder = await album({ 'release.yaml': replacing, '02 Song 2.wav': wav({ seed: 61 }) })
    const refused = await fixture.deliver(folder, '--submit')
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('and no reason is given')])
    const { summary: young } = await fixture.delivered(folder, '--submit', '--update', '--reason', 'The wrong master')
    expect(await fixture.client.releases.get(young.releaseId)).toMatchObject({ upc, replaces: summary.releaseId })
    expect((await fixture.client.releases.get(summary.releaseId)).replacedBy).toBe(young.releaseId)
  })

  it('is waited for with --until live, as long as --timeout says', async () => {
    const { code, stdout, stderr } = await fixture.deliver(
      await album(),
      ...submitAndWatch,
      '--until',
      'live',
      '--timeout',
      '2s',
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('Timed out: the release is still scheduled, not live  [wait_timeout]')
  })
})

describe('a refused track', () => {
  let fixture: DeliverFixture
  beforeAll(async () => {
    fixture = await openDeliverFixture({ SPINDLE_SANDBOX_OUTLET: 'on' })
  })

  it('is named with its outlet and reason everywhere, and the exit code is 4', async () => {
    const manifest = `${fixture.manifest()}metadata: { sandbox.outcome: "fail_track:2" }\n`
    const folder = await fixture.album({ 'release.yaml': manifest })
    const { code, stdout, stderr } = await fixture.deliver(folder, '--json', ...submitAndWatch)
    expect(code, stderr).toBe(4)
    const { releaseId, refusals } = JSON.parse(stdout)
    expect(refusals).toMatchObject([{ outlet: 'Sandbox', track: { number: 2, title: 'Song 2' }, status: 'refused' }])
    const refused = 'Sandbox refused track 2 "Song 2": '
    expect(stderr).toContain(`✖ ${refused}`)
    const terminal = { ...fixture.settings, columns: 120 }
    const [got, listed, item] = await Promise.all([
      runInTerminal(['releases', 'get', releaseId], terminal),
      runInTerminal(['releases', 'deliveries', releaseId], terminal),
      runInTerminal(['catalog', 'get', releaseId], terminal),
    ])
    expect(got.stdout).toContain(refused)
    expect(listed.stdout).toContain('track 2: ')
    expect(item.stdout).toContain('Sandbox refused track 2')
  })
})

describe('a review by hand', () => {
  let fixture: DeliverFixture
  beforeAll(async () => {
    fixture = await openDeliverFixture({ SPINDLE_REVIEW: 'manual' })
  })
  const issues = [
    { code: 'review', pointer: '/tracks/0/title', note: 'Please use the full title, as it stands on the cover' },
    { code: 'review', pointer: '/label', note: 'Wrong label' },
  ]
  const notes = ['track 1, title: Please use the full title, as it stands on the cover', 'label: Wrong label']

  it('ends with what the reviewer asks for, whole, at its track and member; nothing unchanged is submitted again', async () => {
    const folder = await fixture.album()
    const { reviews } = fixture.hub.hub.releases
    const watching = startSpindle(['deliver', folder, ...submitAndWatch], fixture.settings)
    await watching.untilShown(' submitted')
    const { data } = await fixture.client.releases.list({ status: 'submitted' }).page()
    const releaseId = data[0]?.id ?? ''
    await reviews.requestChanges(releaseId, { id: null, name: 'Grace' }, issues, 1)
    const returned = await watching.result
    expect(returned).toMatchObject({ code: 4, stdout: '' })
    expect(returned.stderr).toContain('The release is changes requested and will not become delivered without a change')
    for (const note of notes) expect(returned.stderr).toContain(`  ${note}\n`)

    const unchanged = await fixture.deliver(folder, '--submit')
    expect(unchanged).toMatchObject({ code: 4, stderr: expect.stringContaining('[review_unanswered]') })
    expect(unchanged.stderr).toContain(`Changes requested in review:\n  ✎ ${notes[0]}\n  ✎ ${notes[1]}\n`)
    const shown = await runInTerminal(['releases', 'get', releaseId], { ...fixture.settings, columns: 100 })
    for (const note of notes) expect(shown.stdout).toContain(note)

    const manifest = fixture.manifest().replace('label: Blue Lamp', 'label: Green Lamp')
    await addFiles(folder, { 'release.yaml': manifest })
    const answered = startSpindle(['deliver', folder, ...submitAndWatch], fixture.settings)
    await answered.untilShown(' submitted')
    await reviews.approveRelease(releaseId, { id: null, name: 'Grace' }, 2)
    expect(await answered.result).toMatchObject({ code: 0 })
    expect(await fixture.client.releases.get(releaseId)).toMatchObject({ status: 'live', label: 'Green Lamp' })
  })
})
