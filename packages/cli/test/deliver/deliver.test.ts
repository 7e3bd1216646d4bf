import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { makePicture } from '../../../server/test/harness/pictures.ts'
import { coverJpeg } from '../../../server/test/harness/submittable.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'
import { runSpindle, startSpindle } from '../harness/spindle.ts'
import { startDeadlyLine } from './deadly-line.ts'
import { addFiles, completeManifest, type Files, listingOf, makeFolder } from './folder.ts'
import { type DeliveryHub, startDeliveryHub } from './hub.ts'
import { taggedFlac, wav } from './masters.ts'

/** The command as a label uses it, against a hub. */

let hub: DeliveryHub
let cover: Buffer
const masters = [1, 2, 3].map((seed) => wav({ seed, seconds: 5 }))
const [first = Buffer.alloc(0)] = masters

beforeAll(async () => {
  hub = await startDeliveryHub()
  cover = await coverJpeg()
})

let serial = 0
const album = (more: Files = {}) =>
  makeFolder({
    ...Object.fromEntries(masters.map((master, index) => [`0${index + 1} Song ${index + 1}.wav`, master])),
    'cover.jpg': cover,
    'release.yaml': completeManifest(++serial),
    ...more,
  })

const deliver = (folder: string, ...more: readonly string[]) => runSpindle(['deliver', folder, ...more], hub.settings)

/** Of a run that must have gone well. */
async function delivered(folder: string, ...more: readonly string[]) {
  const ended = await deliver(folder, ...more)
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  return { ...ended, summary: JSON.parse(ended.stdout) }
}

describe('spindle deliver', () => {
  it('delivers a folder until it is live, and knows so the next time', async () => {
    const folder = await album()
    const { summary, stderr } = await delivered(folder, '--submit', '--watch')
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
    const release = await hub.client.releases.retrieve(summary.releaseId)
    const uploads = await Promise.all(release.tracks.map(({ uploadId }) => hub.client.uploads.retrieve(uploadId)))
    expect(uploads.map((upload) => upload.sha256)).toEqual(masters.map((master) => sha256(master)))

    const before = await hub.counts()
    await addFiles(folder, { '02 Song 2.wav': wav({ seed: 9, seconds: 5 }) })
    const second = await delivered(folder, '--submit', '--watch')
    expect(second.summary).toMatchObject({ releaseId: summary.releaseId, status: 'live' })
    expect(second.stderr).toContain('live already')
    expect(second.stderr).toContain('The folder has changed since: track 2: audio.')
    expect(second.stderr).toContain(`spindle releases update ${summary.releaseId}`)
    expect(await hub.counts()).toEqual(before)
    expect(await readFile(join(folder, '.spindle/state.json'), 'utf8')).not.toContain(hub.settings.key)
  })

  it('changes the draft where the folder changed, and nothing else of it', async () => {
    const folder = await album()
    const { summary } = await delivered(folder)
    const id = summary.releaseId
    expect(summary.status).toBe('draft')
    await hub.client.releases.update(id, { subtitle: 'Written at the hub' })
    const manifest = await readFile(join(folder, 'release.yaml'), 'utf8')
    await addFiles(folder, {
      'release.yaml': `${manifest.replace('label: Blue Lamp', 'label: Green Lamp')}title: Day Drive\n`,
      '02 Song 2.wav': wav({ seed: 9, seconds: 5 }),
    })
    const uploads = (await hub.counts()).uploads
    const second = await delivered(folder)
    expect(second.stderr).toMatch(/changed: (title, label|label, title), track 2: audio/)
    expect(second.summary).toMatchObject({ releaseId: id, title: 'Day Drive' })
    const changed = await hub.client.releases.retrieve(id)
    expect(changed).toMatchObject({ label: 'Green Lamp', subtitle: 'Written at the hub' })
    expect(changed.tracks.map((track) => track.id)).toEqual(summary.tracks.map((track: { id: string }) => track.id))
    expect((await hub.counts()).uploads).toBe(uploads + 1)

    const third = await delivered(folder)
    expect(third.stderr).toContain('continued, draft')
    expect((await hub.client.releases.retrieve(id)).revision).toBe(changed.revision)
  })

  it('--dry-run shows the exact request and writes nothing, not to the hub and not to the folder', async () => {
    const folder = await album()
    const before = [await listingOf(folder), await hub.counts()]
    const { code, stdout, stderr } = await deliver(folder, '--dry-run', '--submit')
    expect(code, stderr).toBe(0)
    expect([await listingOf(folder), await hub.counts()]).toEqual(before)
    const dry = JSON.parse(stdout)
    expect(dry).toMatchObject({ dryRun: true, isRefused: false, continues: null, request: { method: 'POST' } })
    expect(dry.request.url).toBe(`${hub.hub.url}/api/v1/music-distributor/releases`)
    expect(dry.uploads).toContainEqual({ file: '02 Song 2.wav', bytes: masters[1]?.length, kind: 'audio' })
    expect(dry.request.body.tracks[0]).toMatchObject({ title: 'Song 1', uploadId: '<upload of 01 Song 1.wav>' })
    expect(stderr).toContain('Nothing was sent or written.')

    // It is the request that is sent: only names take the place of what did not exist.
    const { summary } = await delivered(folder)
    const release = await hub.client.releases.retrieve(summary.releaseId)
    const { tracks, externalId: _id, coverUploadId: _cover, ...members } = dry.request.body
    expect(release).toMatchObject(members)
    for (const [index, { uploadId: _upload, ...track }] of tracks.entries())
      expect(release.tracks[index]).toMatchObject(track)
    expect(JSON.parse((await deliver(folder, '--dry-run')).stdout).continues).toBe(summary.releaseId)
  })

  it('--dry-run ends with 4 when it would be refused, whatever stands against it', async () => {
    const bare = await makeFolder({ '01 A.wav': first })
    expect((await deliver(bare, '--dry-run')).code).toBe(0)
    const submitting = await deliver(bare, '--dry-run', '--submit')
    expect(submitting.code).toBe(4)
    expect(submitting.stderr).toContain('The release has no label.')
    expect(JSON.parse(submitting.stdout)).toMatchObject({ isRefused: true })
    const local = new Set(JSON.parse(submitting.stdout).findings.map(({ code }: { code: string }) => code))
    const { summary } = await delivered(bare)
    const { findings } = await hub.client.releases.validate(summary.releaseId)
    const asked = findings.filter(({ severity, pointer }) => severity === 'error' && !pointer.endsWith('uploadId'))
    // All but the identifiers, which a hub may assign by itself.
    expect([...local]).toEqual(
      expect.arrayContaining([
        ...new Set(asked.map(({ code }) => code).filter((code) => code !== 'identifier_missing')),
      ]),
    )
  })

  it('refuses a mono 8 kHz master and a CMYK cover before it sends them, and says what to do', async () => {
    const before = await hub.counts()
    const folder = await album({
      '02 Song 2.wav': wav({ sampleRate: 8_000, channels: 1 }),
      'cover.jpg': await makePicture({ colours: 'cmyk' }),
    })
    const { code, stdout, stderr } = await deliver(folder)
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    for (const line of [
      '02 Song 2.wav: The file has one channel.',
      'Export the track as a stereo file.',
      '02 Song 2.wav: The sample rate is 8 kHz.',
      'cover.jpg: The colours of the picture are stored as cmyk.',
      'Convert it to sRGB in the picture editor.',
      'The hub would refuse this folder for 3 errors; nothing was sent',
    ])
      expect(stderr).toContain(line)
    expect(await hub.counts()).toEqual(before)
  })

  it('stops before a release is made when the hub cannot use a file, and goes on with a good one', async () => {
    const broken = taggedFlac({ TITLE: 'Broken' }, 5)
    const folder = await makeFolder({ '01 Good.wav': first, '02 Broken.flac': broken.subarray(0, broken.length / 2) })
    const before = await hub.counts()
    const { code, stderr } = await deliver(folder)
    expect(code).toBe(4)
    expect(stderr).toContain('02 Broken.flac: rejected')
    expect(stderr).toContain('The hub cannot use 02 Broken.flac; no release was made')
    expect(stderr).toContain('Export the file again')
    expect((await hub.counts()).releases).toBe(before.releases)
    await addFiles(folder, { '02 Broken.flac': broken })
    const { summary } = await delivered(folder)
    expect(summary.tracks).toHaveLength(2)
    expect(await hub.counts()).toEqual({ releases: before.releases + 1, uploads: before.uploads + 3 })
  })

  it('names what stands against submitting, keeps the draft, and exits with 4', async () => {
    const folder = await makeFolder({ '01 A.wav': first, '02 B.wav': masters[1] ?? '', '03 C.wav': masters[2] ?? '' })
    const { code, stderr } = await deliver(folder, '--submit')
    expect(code).toBe(4)
    expect(stderr).toContain('Track "A" names nobody who wrote it. The same holds for tracks 2 and 3.')
    expect(stderr).toMatch(/errors must be mended before rel_\w+ can be submitted/)
    await addFiles(folder, {
      'cover.jpg': cover,
      'release.yaml': completeManifest(++serial).replaceAll(/0(\d) Song \d/g, (_, n) => `0${n} ${'ABC'[n - 1]}`),
    })
    const { summary } = await delivered(folder, '--submit', '--watch')
    expect(summary.status).toBe('live')
  })
})

describe('what was remembered', () => {
  it('begins anew after the draft was deleted only when asked to', async () => {
    const folder = await album()
    const { summary } = await delivered(folder)
    await hub.client.releases.del(summary.releaseId)
    const second = await deliver(folder)
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`The hub has no release ${summary.releaseId} any more`)
    expect(second.stderr).toContain('--restart')
    const third = await delivered(folder, '--restart')
    expect(third.summary.releaseId).not.toBe(summary.releaseId)
    const fourth = await delivered(folder, '--restart')
    expect(fourth.summary.releaseId).toBe(third.summary.releaseId)
    expect(fourth.stderr).toContain('is still there')
  })

  it('moves with the folder, and is not taken for its own by a copy', async () => {
    const folder = await album()
    const { summary } = await delivered(folder)
    const copy = `${folder} (Deluxe)`
    await cp(folder, copy, { recursive: true })
    const refused = await deliver(copy)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`The folder is a copy of ${folder}`)
    await addFiles(copy, { 'release.yaml': completeManifest(++serial) })
    const own = await delivered(copy, '--restart')
    expect(own.summary.releaseId).not.toBe(summary.releaseId)
    await rename(folder, `${folder} moved`)
    expect((await delivered(`${folder} moved`)).summary.releaseId).toBe(summary.releaseId)
  })

  it('is kept aside when it cannot be read, and the release is found again', async () => {
    const folder = await album()
    const { summary } = await delivered(folder)
    await truncate(join(folder, '.spindle/state.json'), 40)
    const second = await delivered(folder)
    expect(second.stderr).toContain('cannot be read. It is kept as')
    expect(second.summary.releaseId).toBe(summary.releaseId)
    await writeFile(join(folder, '.spindle/state.json'), '{"version": 2}')
    const third = await deliver(folder)
    expect(third.code).toBe(1)
    expect(third.stderr).toContain('written by a newer version of spindle')
  })

  it('does not go to another account', async () => {
    const folder = await album()
    const { summary } = await delivered(folder)
    const key = await (await createTestAccount(hub.hub)).key()
    const other = await runSpindle(['deliver', folder], { ...hub.settings, key })
    expect(other.code).toBe(1)
    expect(other.stderr).toContain(`The hub has no release ${summary.releaseId} any more`)
    expect(other.stderr).toContain('the key is one of another account')
  })
})

describe('two runs at once', () => {
  it('exclude each other; what a dead one left excludes nobody', async () => {
    const folder = await album()
    const line = await startDeadlyLine(hub.hub.url)
    const running = startSpindle(['deliver', folder], { ...hub.settings, hub: line })
    await eventually(() => line.seen.some((name) => name.startsWith('POST')) || undefined, { what: 'the first upload' })
    running.process.kill('SIGSTOP')
    const second = await deliver(folder)
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`Another run delivers this folder: process ${running.process.pid}`)
    running.process.kill('SIGKILL')
    await running.result
    await delivered(folder)
  })
})

describe('Ctrl-C', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('(%s) leaves all resumable, says how, and exits with 130', async (signal) => {
    const folder = await album()
    const line = await startDeadlyLine(hub.hub.url)
    const running = startSpindle(['deliver', folder, '--submit'], { ...hub.settings, hub: line })
    await eventually(() => line.seen.some((name) => name.startsWith('PATCH')) || undefined, { what: 'the first bytes' })
    running.process.kill(signal)
    const { code, stdout, stderr } = await running.result
    expect({ code, stdout }, stderr).toEqual({ code: 130, stdout: '' })
    expect(stderr).toContain(`Go on with: spindle deliver '${folder}' --submit`)
    const uploads = (await hub.counts()).uploads
    const again = await runSpindle(['deliver', folder, '--submit'], { ...hub.settings, hub: line })
    expect(again, again.stderr).toMatchObject({ code: 0 })
    // At most the cover was not begun before.
    expect((await hub.counts()).uploads).toBeLessThanOrEqual(uploads + 1)
  })
})

describe('what fails', () => {
  it('is said once, with what to do, and the right exit code', async () => {
    const folder = await album()
    const unknownKey = await runSpindle(['deliver', folder], { ...hub.settings, key: 'spn_no' })
    expect(unknownKey.code).toBe(3)
    const nobody = await runSpindle(['deliver', folder], { ...hub.settings, hub: { url: 'http://127.0.0.1:9' } })
    expect(nobody.code).toBe(1)
    expect((await deliver('nowhere')).code).toBe(2)
    expect((await deliver(folder, '--watch')).code).toBe(2)
    for (const { stderr } of [unknownKey, nobody]) expect(stderr.match(/✖/g)).toHaveLength(1)
  })

  it('a file that changes while it is sent', async () => {
    const folder = await album()
    const line = await startDeadlyLine(hub.hub.url)
    const running = startSpindle(['deliver', folder], { ...hub.settings, hub: line })
    await eventually(() => line.seen.some((name) => name.startsWith('PATCH')) || undefined, { what: 'the first bytes' })
    running.process.kill('SIGSTOP')
    for (const [index, master] of masters.entries())
      await writeFile(join(folder, `0${index + 1} Song ${index + 1}.wav`), master.subarray(0, 400_000))
    running.process.kill('SIGCONT')
    const { code, stderr } = await running.result
    expect(code, stderr).toBe(1)
    expect(stderr).toMatch(/Song \d\.wav changed while it was being delivered/)
    expect(stderr).toContain('run the same command again')
  })

  it('a state that cannot be written', async () => {
    const folder = await album({ '.spindle': 'in the way' })
    const { code, stderr } = await deliver(folder)
    expect(code).toBe(1)
    expect(stderr).toContain('.spindle')
    await rm(join(folder, '.spindle'))
    await delivered(folder)
  })

  it.runIf(process.getuid?.() === 0)('a full disk', async () => {
    const source = await album()
    const folder = await makeFolder({})
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
    onTestFinished(() => promisify(execFile)('umount', ['-l', folder]).then(() => undefined))
    for (const name of ['01 Song 1.wav', '02 Song 2.wav', '03 Song 3.wav', 'cover.jpg', 'release.yaml'])
      await symlink(join(source, name), join(folder, name))
    await mkdir(join(folder, '.spindle'))
    await writeFile(join(folder, '.spindle', 'filler'), Buffer.alloc(128 * 1024)).catch(() => undefined)
    const { code, stderr } = await deliver(folder)
    expect(code, stderr).toBe(1)
    expect(stderr).toContain('the disk is full')
    await rm(join(folder, '.spindle', 'filler'))
    await delivered(folder)
  })

  it.skipIf(process.getuid?.() === 0)('a file that cannot be read', async () => {
    const folder = await album()
    await chmod(join(folder, '02 Song 2.wav'), 0)
    const { code, stderr } = await deliver(folder)
    expect(code).toBe(1)
    expect(stderr).toContain('02 Song 2.wav may not be read')
  })
})
