import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { acknowledge, addStoresTo, senderEnvironment } from '../../../server/test/harness/store-folder.ts'
import { coverJpeg, shortMaster, storeFile } from '../../../server/test/harness/submittable.ts'
import { openHubFixture } from '../harness/hub-fixture.ts'

/** A label moves from one hub, as its old distributor, to another: compared, repaired, live, and the old copy down. */

it('a label moves from one hub to another without losing what stores know of it', { timeout: 240_000 }, async () => {
  const old = await openHubFixture()
  const [track] = (await old.releases.body()).tracks
  const known = (
    await old.releases.release({
      title: 'Night Drive',
      tracks: [{ ...track, title: 'Rain', uploadId: await old.releases.audio({ durationMs: 4_000 }) }],
    })
  ).body
  const exported = await old.spindle(['catalog', 'list', '--include', 'tracks', '--format', 'csv'])

  const young = await openHubFixture({ environment: senderEnvironment })
  await young.write('old.csv', exported.stdout)
  const store = await addStoresTo(young.hub, young.releases)
  const { id: outlet, folder } = await store.addStore()
  const created = await young.json([
    ...['transfers', 'create', 'old.csv', '--distributor', 'Old Distributor', '--deadline', '2040-01-31'],
  ])
  const { id } = created
  expect(created).toMatchObject({
    status: 'ready',
    releases: 1,
    tracks: 1,
    comparison: { errors: 1, warnings: 0, equal: 0 },
    progress: [{ outlet: { id: outlet }, notSent: 1 }],
  })
  const compare = async () => {
    const { code, stdout } = await young.spindle(['transfers', 'compare', id, '--json'])
    const { findings } = JSON.parse(stdout) as { findings: { code: string }[] }
    return { code, findings: findings.map((finding) => finding.code) }
  }
  expect(await compare()).toEqual({ code: 4, findings: ['release_missing'] })

  const at = { url: young.hub.hub.url, key: young.releases.key }
  const uploadId = await storeFile(at, 'audio/wav', shortMaster(1))
  const coverUploadId = await storeFile(at, 'image/jpeg', await coverJpeg())
  const body = await young.releases.body({ outlets: [outlet], title: 'Night Drive', coverUploadId })
  const wrong = { ...body.tracks[0], uploadId, title: 'Reign', isrc: 'ZZABC2600099' }
  const draft = (
    await young.releases.post('/api/v1/music-distributor/releases', { ...body, upc: known.upc, tracks: [wrong] })
  ).body
  expect(await compare()).toEqual({ code: 4, findings: ['track_missing', 'track_extra'] })
  const { tracks } = draft
  const patch = (change: object) =>
    young.releases.patch(draft.id, { tracks: [{ ...wrong, id: tracks[0].id, ...change }] })
  await patch({ title: 'Rain' })
  expect(await compare()).toEqual({ code: 4, findings: ['isrc_differs'] })
  await patch({ title: 'Rain', isrc: known.tracks[0].isrc })
  expect(await compare()).toEqual({ code: 0, findings: [] })

  const mark = (...more: string[]) => young.spindle(['transfers', 'mark', id, '--outlet', outlet, ...more])
  const submitted = await young.releases.act(draft.id, 'submit')
  expect(submitted.status).toBe(200)
  const { messageId } = await store.nthMessage(folder, 1)
  expect((await young.json(['transfers', 'get', id])).progress).toMatchObject([{ sent: 1, live: 0 }])
  const early = await mark('--upcs', known.upc)
  expect(early.code).not.toBe(0)
  expect(early.stderr).toContain(`is on its way to ${outlet}`)
  expect((await young.spindle(['transfers', 'letter', id, 'letter.txt'])).stderr).toContain('No letter')
  await acknowledge(folder, messageId, 'FileOK')
  await young.releases.until(draft.id, ({ status }) => status === 'live')

  expect((await young.spindle(['transfers', 'letter', id, 'letter.txt'])).code).toBe(0)
  const letter = await readFile(join(young.folder, 'letter.txt'), 'utf8')
  expect(letter).toContain('To Old Distributor,')
  expect(letter).toContain(
    `${known.upc}  Night Drive by Ada\n  ISRC: ${known.tracks[0].isrc}\n  Stores: Example Store\n`,
  )
  expect(letter).toContain('2040-01-31')
  expect((await mark()).code).toBe(0)
  expect((await young.json(['transfers', 'get', id])).progress).toMatchObject([{ live: 0, oldDown: 1 }])
  expect((await young.spindle(['transfers', 'letter', id, 'letter.txt'])).stderr).toContain('No letter')
  const shown = await young.shown(['transfers', 'releases', id])
  expect(shown.stdout).toContain(`${outlet} old_down`)
  expect((await young.spindle(['transfers', 'delete', id, '--yes'])).code).toBe(0)
  expect((await young.json(['transfers', 'list'])).data).toEqual([])
})
