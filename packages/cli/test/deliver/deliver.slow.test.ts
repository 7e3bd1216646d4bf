import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePicture } from '../../../server/test/harness/pictures.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import { type DeliverFixture, openDeliverFixture } from './deliver-fixture.ts'
import { startFailingProxy } from './failing-proxy.ts'
import { addFiles, listingOf, makeFolder } from './make-folder.ts'
import { taggedFlac, wav } from './masters.ts'

/** The command as a label uses it, against a hub. */

let fixture: DeliverFixture
beforeAll(async () => {
  fixture = await openDeliverFixture()
})

describe('spindle deliver', () => {
  it('delivers a folder until it is live, and reports that the next time', async () => {
    const folder = await fixture.album()
    const { summary, stderr } = await fixture.delivered(folder, '--submit', '--watch')
    expect(summary).toMatchObject({
      releaseId: expect.stringMatching(/^rel_/),
      title: 'Night Drive',
      type: 'single',
      status: 'live',
      validation: { errors: 0 },
      tracks: [{ title: 'Song 1' }, { title: 'Song 2' }, { title: 'Song 3' }],
    })
    expect(stderr).toContain('01 Song 1.wav: checked WAV 24/44.1 0:05')
    expect(stderr).toContain('cover.jpg: checked JPEG 3000x3000')
    expect(stderr).toContain('player: delivery live')
    const release = await fixture.client.releases.get(summary.releaseId)
    const uploads = await Promise.all(release.tracks.map(({ uploadId = '' }) => fixture.client.uploads.get(uploadId)))
    expect(uploads.map((upload) => upload.sha256)).toEqual(fixture.masters.map((master) => sha256(master)))

    const before = await fixture.counts()
    await addFiles(folder, { '02 Song 2.wav': wav({ seed: 9, seconds: 5 }) })
    const second = await fixture.deliver(folder, '--submit', '--watch')
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toContain(`${summary.releaseId} is live`)
    expect(second.stderr).toContain('  track 2, audio: different file\n')
    expect(second.stderr).toContain('Add --update to change the release as well')
    expect(await fixture.counts()).toEqual(before)
    expect(await readFile(join(folder, '.spindle/state.json'), 'utf8')).not.toContain(fixture.settings.key)
  })

  it('changes a submitted release where the folder changed, after confirmation, and submits the revision', async () => {
    const folder = await fixture.album()
    const { summary } = await fixture.delivered(folder, '--submit', '--watch')
    const manifest = await readFile(join(folder, 'release.yaml'), 'utf8')
    await addFiles(folder, { 'release.yaml': `title: Night Drive II\n${manifest}` })
    const asked = await fixture.deliver(folder, '--submit')
    expect(asked).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('  title: "Night Drive" → "Night Drive II"\n'),
    })
    expect((await fixture.client.releases.get(summary.releaseId)).title).toBe('Night Drive')
    const updated = await fixture.delivered(folder, '--submit', '--watch', '--update')
    expect(updated.summary.releaseId).toBe(summary.releaseId)
    expect(await fixture.client.releases.get(summary.releaseId)).toMatchObject({
      title: 'Night Drive II',
      revision: 2,
      pendingRevision: null,
    })
    const settled = await fixture.delivered(folder, '--submit')
    expect(settled.stderr).not.toContain('was changed')
  })

  it('stores its state in the given place, and for one folder only', async () => {
    const [folder, other] = [await fixture.album(), await fixture.album()]
    const stateDir = join(await makeFolder({}), 'state')
    const { summary } = await fixture.delivered(folder, '--state-dir', stateDir)
    expect(await readdir(folder)).not.toContain('.spindle')
    expect(await readdir(stateDir)).toEqual(expect.arrayContaining(['folder-id', 'state.json']))
    const again = await fixture.delivered(folder, '--state-dir', stateDir)
    expect(again.summary.releaseId).toBe(summary.releaseId)
    const dry = await fixture.deliver(folder, '--json', '--state-dir', stateDir, '--dry-run')
    expect(JSON.parse(dry.stdout)).toMatchObject({ continues: summary.releaseId })
    const mixed = await fixture.deliver(other, '--state-dir', stateDir)
    expect(mixed).toMatchObject({ code: 1, stdout: '' })
    expect(mixed.stderr).toContain(`contains the delivery state of ${folder}`)
  })

  it('reports what is missing to a script as well, and accepts the example of the documentation', async () => {
    const page = await readFile(new URL('../../../../docs/cli.md', import.meta.url), 'utf8')
    const example = /^```yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
    const files = {
      '01 Opening.wav': wav({ seed: 21, seconds: 31 }),
      '02 Second.wav': wav({ seed: 22, seconds: 31 }),
      'front.jpg': fixture.cover,
    }
    const bare = await fixture.delivered(await makeFolder(files, 'Bare'))
    expect(bare.summary).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ code: 'label_missing', pointer: '/label' })]),
    })
    expect(bare.stderr).toContain('`spindle reference list genres`')
    const { summary } = await fixture.delivered(await makeFolder({ ...files, 'release.yaml': example }))
    expect(summary).toMatchObject({ status: 'draft', validation: { errors: 0, warnings: 0 }, findings: [] })
  })

  it('takes few requests of those a hub allows in a minute', async () => {
    const folder = await makeFolder({ '01 Long.wav': wav({ seed: 31, seconds: 60 }), 'cover.jpg': fixture.cover })
    const line = await startFailingProxy(fixture.hub.url)
    const { code, stderr } = await runSpindle(['deliver', folder], { ...fixture.settings, hub: line })
    expect(code, stderr).toBe(0)
    expect(line.requests.filter((name) => name.startsWith('PATCH')).length).toBeLessThanOrEqual(9)
  })

  it('changes the draft where the folder changed, and nothing else of it', async () => {
    const folder = await fixture.album()
    const { summary } = await fixture.delivered(folder)
    const id = summary.releaseId
    expect(summary.status).toBe('draft')
    await fixture.client.releases.update(id, { subtitle: 'Written at the hub' })
    const manifest = await readFile(join(folder, 'release.yaml'), 'utf8')
    await addFiles(folder, {
      'release.yaml': `${manifest.replace('label: Blue Lamp', 'label: Green Lamp')}title: Day Drive\n`,
      '02 Song 2.wav': wav({ seed: 9, seconds: 5 }),
    })
    const uploads = (await fixture.counts()).uploads
    const second = await fixture.delivered(folder)
    expect(second.stderr).toMatch(/changed: (title, label|label, title), track 2: audio/)
    expect(second.summary).toMatchObject({ releaseId: id, title: 'Day Drive' })
    const changed = await fixture.client.releases.get(id)
    expect(changed).toMatchObject({ label: 'Green Lamp', subtitle: 'Written at the hub' })
    expect(changed.tracks.map((track) => track.id)).toEqual(summary.tracks.map((track) => track.id))
    expect((await fixture.counts()).uploads).toBe(uploads + 1)

    const third = await fixture.delivered(folder)
    expect(third.stderr).toContain('continued, draft')
    expect((await fixture.client.releases.get(id)).revision).toBe(changed.revision)
  })

  it('--dry-run shows the exact request and writes nothing, not to the hub and not to the folder', async () => {
    const folder = await fixture.album()
    const before = [await listingOf(folder), await fixture.counts()]
    const { code, stdout, stderr } = await fixture.deliver(folder, '--json', '--dry-run', '--submit')
    expect(code, stderr).toBe(0)
    expect([await listingOf(folder), await fixture.counts()]).toEqual(before)
    const dry = JSON.parse(stdout)
    expect(dry).toMatchObject({ dryRun: true, isRefused: false, continues: null, request: { method: 'POST' } })
    expect(dry.request.url).toBe(`${fixture.hub.url}/api/v1/music-distributor/releases`)
    expect(dry.uploads).toContainEqual({
      file: '02 Song 2.wav',
      bytes: fixture.masters[1].length,
      kind: 'audio',
    })
    expect(dry.request.body.tracks[0]).toMatchObject({ title: 'Song 1', uploadId: '<upload of 01 Song 1.wav>' })
    expect(stderr).toContain('Ready to submit')
    expect(stderr).toContain('Nothing was sent or written.')

    // It is the request that is sent: only names take the place of what did not exist.
    const { summary } = await fixture.delivered(folder)
    const release = await fixture.client.releases.get(summary.releaseId)
    const { tracks, externalId: _id, coverUploadId: _cover, ...members } = dry.request.body
    expect(release).toMatchObject(members)
    for (const [index, { uploadId: _upload, ...track }] of tracks.entries())
      expect(release.tracks[index]).toMatchObject(track)
    expect(JSON.parse((await fixture.deliver(folder, '--json', '--dry-run')).stdout).continues).toBe(summary.releaseId)
  })

  it('--dry-run ends with 4 when the hub would refuse the release, for any reason', async () => {
    const bare = await makeFolder({ '01 A.wav': fixture.masters[0] })
    expect((await fixture.deliver(bare, '--dry-run')).code).toBe(0)
    const submitting = await fixture.deliver(bare, '--json', '--dry-run', '--submit')
    expect(submitting.code).toBe(4)
    expect(submitting.stderr).toContain('The release has no label.')
    expect(JSON.parse(submitting.stdout)).toMatchObject({ isRefused: true })
    const local = new Set(JSON.parse(submitting.stdout).findings.map(({ code }: { code: string }) => code))
    const { summary } = await fixture.delivered(bare)
    const { findings } = await fixture.client.releases.validate(summary.releaseId)
    const asked = findings.filter(({ severity, pointer }) => severity === 'error' && !pointer.endsWith('uploadId'))
    // All but the identifiers, which a hub may assign.
    expect([...local]).toEqual(
      expect.arrayContaining([
        ...new Set(asked.map(({ code }) => code).filter((code) => code !== 'identifier_missing')),
      ]),
    )
  })

  it('refuses a mono 8 kHz master and a CMYK cover before it sends them, and says what to do', async () => {
    const before = await fixture.counts()
    const folder = await fixture.album({
      '02 Song 2.wav': wav({ sampleRate: 8_000, channels: 1 }),
      'cover.jpg': await makePicture({ colours: 'cmyk' }),
    })
    const { code, stdout, stderr } = await fixture.deliver(folder)
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    for (const line of [
      '02 Song 2.wav: The file has one channel.',
      'Export the track as a stereo file.',
      '02 Song 2.wav: The sample rate is 8 kHz.',
      'cover.jpg: The image has the colour space cmyk.',
      'Convert the cover to sRGB in an image editor.',
      'The hub would refuse this folder: 3 errors. Nothing was sent',
    ])
      expect(stderr).toContain(line)
    expect(await fixture.counts()).toEqual(before)
  })

  it('stops before a release is made when the hub cannot use a file, and continues with a good one', async () => {
    const broken = taggedFlac({ TITLE: 'Broken' }, 5)
    const folder = await makeFolder({
      '01 Good.wav': fixture.masters[0],
      '02 Broken.flac': broken.subarray(0, broken.length / 2),
    })
    const before = await fixture.counts()
    const { code, stderr } = await fixture.deliver(folder)
    expect(code).toBe(4)
    expect(stderr).toContain('02 Broken.flac: rejected')
    expect(stderr).toContain('The hub cannot use 02 Broken.flac. No release was created')
    expect(stderr).toContain('Export the file again')
    expect((await fixture.counts()).releases).toBe(before.releases)
    await addFiles(folder, { '02 Broken.flac': broken })
    const { summary } = await fixture.delivered(folder)
    expect(summary.tracks).toHaveLength(2)
    expect(await fixture.counts()).toEqual({ releases: before.releases + 1, uploads: before.uploads + 3 })
  })

  it('names what prevents submitting, keeps the draft, and exits with 4', async () => {
    const folder = await makeFolder({
      '01 A.wav': fixture.masters[0],
      '02 B.wav': fixture.masters[1],
      '03 C.wav': fixture.masters[2],
    })
    const { code, stderr } = await fixture.deliver(folder, '--submit')
    expect(code).toBe(4)
    expect(stderr).toContain('Track "A" has no composer, lyricist or songwriter. The same applies to tracks 2-3.')
    expect(stderr).toMatch(/errors must be fixed before rel_\w+ can be submitted/)
    await addFiles(folder, {
      'cover.jpg': fixture.cover,
      'release.yaml': fixture.manifest().replaceAll(/0(\d) Song \d/g, (_, n) => `0${n} ${'ABC'[n - 1]}`),
    })
    const { summary } = await fixture.delivered(folder, '--submit', '--watch')
    expect(summary.status).toBe('live')
  })
})
